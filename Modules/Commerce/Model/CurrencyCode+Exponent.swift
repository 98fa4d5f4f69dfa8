extension CurrencyCode {
  /// The number of decimal places that ISO 4217 defines for this currency: 2 means 100 minor units.
  ///
  /// The number is 2 for a code that is not listed here. ``MoneyFormat`` uses this number for an amount
  /// in a foreign currency. For the currency of a city, the format uses ``Currency/displayDigits``.
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
