import Storage

/// An address of release 1, which knew four fields.
struct KeptAddressV1: Codable, Sendable, Identifiable {
  let id: String
  var remoteID: String
  var city: Int
  var country: String
  /// Later the alias, and then the label.
  var title: String
  var street: String
  var house: String
  var flat: String
  var comment: String
}
