extension Int128 {
  /// Returns the quotient, rounded to the nearest number, and a half away from zero.
  ///
  /// `divisor` must be above zero. Prices, discounts and shown amounts are rounded by this rule alone.
  package func rounded(dividingBy divisor: Int128) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    // The remainder has the sign of the dividend, also if the quotient is zero.
    return 2 * remainder.magnitude < divisor.magnitude ? quotient : quotient + remainder.signum()
  }
}
