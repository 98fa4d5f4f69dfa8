public import Sync

extension ChangeID: ExpressibleByIntegerLiteral {
  /// Creates an id from an integer literal.
  public init(integerLiteral number: Int) { self.init(rawValue: number) }
}
