extension Money {
  /// Splits this amount in proportion to `weights`, and returns the minor units of each part.
  ///
  /// ``allocated(by:)`` documents the valid weights and the rounding.
  func shares(_ weights: [Int64]) throws(MoneyError) -> [Int64] {
    let whole = weights.reduce(Int128(0)) { $0 + Int128($1) }
    guard whole > 0, weights.allSatisfy({ $0 >= 0 }) else { throw .noWeights }
    let total = Int128(minorUnits)
    var shares: [Int64] = []
    var remainders: [(part: Int, size: Int128.Magnitude)] = []
    for (part, weight) in weights.enumerated() {
      let (share, remainder) = (total * Int128(weight)).quotientAndRemainder(dividingBy: whole)
      // No part exceeds the amount, so each fits in 64 bits.
      shares.append(Int64(share))
      remainders.append((part, remainder.magnitude))
    }
    let left = total - shares.reduce(Int128(0)) { $0 + Int128($1) }
    // Rounding toward zero removed less than one unit per part. So the remaining units are fewer than
    // the parts, and no part receives more than one.
    remainders.sort { ($1.size, $0.part) < ($0.size, $1.part) }
    for (part, _) in remainders.prefix(Int(left.magnitude)) { shares[part] += Int64(left.signum()) }
    return shares
  }
}

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

extension Rounding {
  /// Returns `dividend / divisor`, rounded by this rule; `divisor` must be above zero.
  func quotient(_ dividend: Int128, _ divisor: Int128) -> Int128 {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    // The remainder has the sign of the dividend, also if the quotient is zero. So `away` is the next
    // integer away from zero. If the remainder is zero, every rule returns the quotient.
    let away = quotient + remainder.signum()
    let twice = 2 * remainder.magnitude
    return switch self {
    case .towardZero: quotient
    case .awayFromZero: away
    case .halfAwayFromZero: twice >= divisor.magnitude ? away : quotient
    case .halfEven:
      twice > divisor.magnitude || twice == divisor.magnitude && !quotient.isMultiple(of: 2)
        ? away : quotient
    }
  }
}
