import Storage

/// An address of release 2, whose fields are those of a template.
struct KeptAddressV2: Codable, Sendable, Identifiable {
  struct Field: Codable, Sendable, Equatable {
    let type: String
    let value: String
  }

  let id: String
  var serverID: String
  var city: Int
  var template: String
  /// The title of release 1.
  var alias: String
  var fields: [Field]
  var used: Int64
  var isDefault: Bool

  static let schema = StoredSchema(KeptAddressV1.self).step(
    "a template decides the fields; title becomes alias",
    up: { KeptAddressV2($0) }, down: { KeptAddressV1($0) })
}

extension KeptAddressV1 {
  /// The fields that this release knew, by the names of the next.
  static let types = ["street", "house", "apartment", "comment"]

  init(_ next: KeptAddressV2) {
    func value(_ type: String) -> String { next.fields.first { $0.type == type }?.value ?? "" }
    self.init(
      id: next.id, remoteID: next.serverID, city: next.city, country: next.template,
      title: next.alias, street: value("street"), house: value("house"),
      flat: value("apartment"), comment: value("comment"))
  }
}

extension KeptAddressV2 {
  init(_ previous: KeptAddressV1) {
    let values = [previous.street, previous.house, previous.flat, previous.comment]
    self.init(
      id: previous.id, serverID: previous.remoteID, city: previous.city,
      template: previous.country, alias: previous.title,
      fields: zip(KeptAddressV1.types, values).filter { !$1.isEmpty }.map(Field.init), used: 0,
      isDefault: false)
  }
}
