import Storage

/// One of the user's addresses.
struct Address: Codable, Identifiable {
  let id: Int
  var street: String

  static let schema = StoredSchema(Address.self)
}
