extension Rounding {
  /// Returns the rounded quotient; `divisor` must be above zero.
  func quotient(_ dividend: Int128, _ divisor: Int128) -> Int128 {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard remainder != 0 else { return quotient }
    // The remainder has the dividend's sign; a quotient of zero has none.
    let away = quotient + remainder.signum()
    let twice = 2 * remainder.magnitude
    return switch self {
    case .towardZero: quotient
    case .awayFromZero: away
    case .halfAwayFromZero: twice >= divisor.magnitude ? away : quotient
    case .halfEven:
      if twice == divisor.magnitude {
        quotient.isMultiple(of: 2) ? quotient : away
      } else {
        twice > divisor.magnitude ? away : quotient
      }
    }
  }
}
