import Storage

/// The facts of each element, by the element's number; a single value is element 0.
typealias Facts = [Int: [String: String]]

/// One release of an app, with erased types.
///
/// Each access simulates a launch with a new repository.
struct Release: Sendable {
  let dropping: Set<String>
  /// Returns the facts that the release finds when it starts.
  let read: @Sendable (StorageLocation, StorageDirectory) async throws(StorageError) -> Facts
  /// Stores the content of one write.
  let write: @Sendable (StorageLocation, StorageDirectory, Write) async throws(StorageError) -> Void
  /// Returns the facts that a write stores.
  let stored: @Sendable (Write) -> Facts

  init<Value: Codable & Sendable>(
    _ schema: StoredSchema<Value>, _ dropping: Set<String>, in history: ReleaseHistory,
    _ sample: @escaping @Sendable (Int) -> Value,
    _ facts: @escaping @Sendable (Value) -> [String: String]
  ) {
    let dataClass = history.dataClass
    self.dropping = dropping
    read = { location, directory throws(StorageError) in
      let repository = SingleRepository(location, class: dataClass, schema: schema, in: directory)
      return try await repository.value().map { [0: facts($0)] } ?? [:]
    }
    write = { location, directory, write throws(StorageError) in
      let repository = SingleRepository(location, class: dataClass, schema: schema, in: directory)
      try await repository.save(sample(write.number))
      try await repository.flush()
    }
    stored = { [0: facts(sample($0.number))] }
  }

  init<Element: Codable & Identifiable & Sendable>(
    elements schema: StoredSchema<Element>, _ dropping: Set<String>, in history: ReleaseHistory,
    _ sample: @escaping @Sendable (Int, Int) -> Element,
    _ facts: @escaping @Sendable (Element) -> [String: String]
  ) where Element.ID: Codable & Sendable {
    let dataClass = history.dataClass
    self.dropping = dropping
    read = { location, directory throws(StorageError) in
      let repository = CollectionRepository(
        location, class: dataClass, schema: schema, in: directory)
      let elements = try await repository.elements()
      var found = Facts()
      for number in Write.elements { found[number] = elements[id: sample(number, 0).id].map(facts) }
      return found
    }
    write = { location, directory, write throws(StorageError) in
      let repository = CollectionRepository(
        location, class: dataClass, schema: schema, in: directory)
      try await repository.update { elements in
        for number in write.saved { elements.save(sample(number, write.number)) }
        for number in write.removed { elements.remove(sample(number, write.number).id) }
      }
      try await repository.flush()
    }
    stored = { write in
      var stored = Facts()
      for number in write.saved { stored[number] = facts(sample(number, write.number)) }
      return stored
    }
  }
}
