extension CurrencyCode {
  /// The number of decimal places in ISO 4217: 2 means 100 minor units.
  ///
  /// Used for an amount in a currency other than the city's, of which only the code is known.
  var minorUnitExponent: Int {
    switch rawValue {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
      "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case "CLF", "UYW": 4
    default: 2
    }
  }
}
