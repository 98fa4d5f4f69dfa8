/// A contact for help with an order.
public struct OrderContact: Codable, Sendable, Hashable {
  /// The kind of a contact.
  ///
  /// A kind that this release does not know is preserved; a screen ignores such a contact.
  public struct Kind: RawRepresentable, Codable, Sendable, Hashable {
    /// The name that the server uses for this kind, such as `phone`.
    public let rawValue: String

    /// Creates a kind from the server's name for it, also from one that this release does not know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A phone number, which the user can call.
    public static let phone = Kind(rawValue: "phone")
    /// The address of a chat, which a screen opens.
    public static let chat = Kind(rawValue: "chat")
    /// An e-mail address, to which the user can write.
    public static let email = Kind(rawValue: "email")
  }

  /// The kind of the contact, such as ``Kind/phone``.
  public let kind: Kind
  /// The phone number, the address of the chat or the e-mail address.
  public let value: String
}
