/// The id of a queued change, which is unique in its queue; a later change has a higher id.
///
/// A screen takes it from the state of a feature, and passes it back with the user's decision:
///
/// ```swift
/// case .retry: try await book.retry(wait.id)
/// case .discard: try await book.discard(wait.id)
/// ```
public struct ChangeID: RawRepresentable, Codable, Hashable, Sendable, Comparable,
  CustomStringConvertible
{
  /// The number of the change in its queue, as it is stored; the first change has 1.
  public let rawValue: Int

  /// Creates an id from the number of a change, for samples and tests.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Whether the first change was enqueued before the second one.
  public static func < (first: ChangeID, second: ChangeID) -> Bool {
    first.rawValue < second.rawValue
  }

  /// The number in decimal digits, for logs.
  public var description: String { "\(rawValue)" }
}
