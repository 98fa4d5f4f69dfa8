extension CurrencyCode {
  /// Number of decimal digits by which ISO 4217 divides the currency: 2 means 100 minor units.
  ///
  /// For an amount in another currency than the city's, of which nothing but its code is known.
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
