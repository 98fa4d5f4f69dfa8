extension Money {
  /// Returns the minor units of each part, by the method of largest remainders.
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
    // Fewer units than parts are left, because each part has lost less than one unit.
    remainders.sort { ($1.size, $0.part) < ($0.size, $1.part) }
    for (part, _) in remainders.prefix(Int(left.magnitude)) { shares[part] += Int64(left.signum()) }
    return shares
  }
}
