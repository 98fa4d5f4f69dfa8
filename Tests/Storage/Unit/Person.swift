import Storage

/// The person as the first release stored it.
struct PersonV1: Codable, Identifiable {
  let id: Int
  let nick: String
}

/// The person as the second release stored it.
struct PersonV2: Codable, Identifiable {
  let id: Int
  let handle: String
}

/// The person as it is stored now, with its one field renamed twice.
struct Person: Codable, Identifiable, Equatable {
  let id: Int
  let name: String

  static let v1 = StoredSchema(PersonV1.self)
  static let v2 = v1.step("nick becomes handle", up: { PersonV2(id: $0.id, handle: $0.nick) })
  static let schema = v2.step("handle becomes name", up: { Person(id: $0.id, name: $0.handle) })
}

extension Disk {
  func one<Value>(
    _ schema: StoredSchema<Value>, _ location: StorageLocation = .file("value"),
    _ dataClass: StorageClass = .critical
  ) -> SingleRepository<Value> {
    SingleRepository(location, class: dataClass, schema: schema, in: launch())
  }

  func many<Element: Identifiable>(
    _ schema: StoredSchema<Element>, _ location: StorageLocation = .file("value"),
    _ dataClass: StorageClass = .critical
  ) -> CollectionRepository<Element> where Element.ID: Codable & Sendable {
    CollectionRepository(location, class: dataClass, schema: schema, in: launch())
  }
}
