/// The progress of downloading a response body.
public struct TransferProgress: Sendable, Hashable {
  /// The number of bytes of the decompressed body that have arrived.
  public let received: Int

  /// The size of the body that the server announced, in bytes; `nil` if it announced none.
  public let expected: Int?

  /// Creates a progress value, for transports that do not use the network.
  ///
  /// Both numbers are in bytes; `expected` is `nil` if the server announced no size.
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}
