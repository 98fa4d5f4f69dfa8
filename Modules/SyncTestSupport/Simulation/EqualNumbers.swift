/// A generator whose numbers are all the same; by default, each delay is the longest one.
public struct EqualNumbers: RandomNumberGenerator, Sendable {
  private let number: UInt64

  /// Creates a generator of a number.
  public init(_ number: UInt64 = .max) { self.number = number }

  /// Returns the number.
  public func next() -> UInt64 { number }
}
