/// An access token issued by the service, sent in the `Authorization: Bearer` header.
///
/// The text appears only in ``unredacted`` and in the header. Descriptions and dumps of the token show
/// a placeholder. Descriptions and dumps of a value that contains the token show the same placeholder.
///
/// ```swift
/// guard let token = AccessToken(form.accessToken) else { return nil }
/// return Credential(token, expiresAt: now.addingTimeInterval(form.lifetime))
/// ```
public struct AccessToken: Sendable, Hashable {
  /// The text of the token.
  ///
  /// Use it only to send the token and to store it securely.
  ///
  /// Do not log it, and do not put it into an error or a URL.
  public let unredacted: String

  /// Creates a token from the service's text.
  ///
  /// Returns `nil` unless the text is a `b64token` (RFC 6750, 2.1) of at most 8,192 characters:
  /// ASCII letters, digits and `-._~+/`, then any number of `=`.
  public init?(_ text: String) {
    let content = text.utf8.prefix { $0.isLetterOrDigit || "-._~+/".utf8.contains($0) }
    guard !content.isEmpty, text.utf8.count <= 8_192,
      text.utf8.dropFirst(content.count).allSatisfy({ $0 == UInt8(ascii: "=") })
    else { return nil }
    unredacted = text
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A fixed text without the token.
  public var description: String { "AccessToken(redacted)" }
  /// A fixed text without the token.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump(_:)` does not print the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
