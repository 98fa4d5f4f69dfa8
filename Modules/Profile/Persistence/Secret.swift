/// A text that must not be logged: a refresh token, a provider's token, or a code.
struct Secret: Codable, Sendable, Hashable {
  let unredacted: String

  init(_ text: String) { unredacted = text }

  init(from decoder: any Decoder) throws {
    unredacted = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(unredacted)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "redacted" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}
