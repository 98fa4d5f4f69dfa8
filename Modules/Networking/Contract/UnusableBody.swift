/// An error for a body that cannot be decoded or encoded; a second attempt with the same bytes fails, too.
public struct UnusableBody: Error, Hashable {
  /// A description of the error and of its position in the body, for logs; at most 300 characters.
  public let reason: String

  /// Creates an error from a description, of which the first 300 characters are stored.
  public init(reason: String) {
    // The description is limited, because a decoder's description may quote the whole body.
    self.reason = String(reason.prefix(300))
  }
}

extension UnusableBody: CustomStringConvertible {
  /// One line for a log, which contains the ``reason``.
  public var description: String { "the body cannot be used: \(reason)" }
}
