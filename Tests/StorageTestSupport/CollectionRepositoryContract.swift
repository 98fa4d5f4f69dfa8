public import Storage
public import Testing

/// The guarantees of a repository of many values in every location.
public enum CollectionRepositoryContract: String, CaseIterable, Sendable {
  case absent = "Where nothing was stored there are no elements"
  case found = "What was saved is found by its identity"
  case orderOfAdding = "Elements keep the order in which they were added"
  case replaced = "Saving an identity again replaces its element in its place"
  case removed = "A removal keeps the others in order, each found by its identity"
  case removeAbsent = "Removing an absent element is no error"
  case addedAgain = "An element added again after its removal comes last"
  case update = "An update sees the present elements and returns its closure's result"
  case noLostUpdates = "Of 400 concurrent updates none is lost"
  case allOrNothing = "A reader sees all that one update changed, or nothing of it"
  case nothingPending = "After a write nothing is pending"
  case flush = "A flush with nothing pending changes nothing"

  /// Verifies this rule on a new, empty repository.
  public func verify(_ make: () -> CollectionRepository<Note>) async throws {
    let repository = make()
    switch self {
    case .absent:
      #expect(try await repository.elements().isEmpty)
      #expect(try await repository.element(1) == nil)

    case .found:
      try await repository.save(Note(id: 1, text: "a"))
      #expect(try await repository.element(1) == Note(id: 1, text: "a"))
      #expect(try await repository.element(2) == nil)

    case .orderOfAdding:
      for id in [3, 1, 2] { try await repository.save(Note(id: id)) }
      #expect(try await repository.elements().map(\.id) == [3, 1, 2])

    case .replaced:
      for id in [3, 1, 2] { try await repository.save(Note(id: id)) }
      try await repository.save(Note(id: 1, text: "new"))
      #expect(
        Array(try await repository.elements())
          == [Note(id: 3), Note(id: 1, text: "new"), Note(id: 2)])

    case .removed:
      for id in [3, 1, 2, 4] { try await repository.save(Note(id: id)) }
      try await repository.remove(1)
      #expect(try await repository.elements().map(\.id) == [3, 2, 4])
      for id in 1...4 { #expect(try await repository.element(id)?.id == (id == 1 ? nil : id)) }

    case .removeAbsent:
      try await repository.remove(1)
      #expect(try await repository.elements().isEmpty)

    case .addedAgain:
      for id in [1, 2] { try await repository.save(Note(id: id)) }
      try await repository.remove(1)
      try await repository.save(Note(id: 1))
      #expect(try await repository.elements().map(\.id) == [2, 1])

    case .update:
      try await repository.save(Note(id: 1))
      let seen = try await repository.update { notes in
        defer { notes.save(Note(id: 2)) }
        return notes.map(\.id)
      }
      #expect(seen == [1])
      #expect(try await repository.elements().map(\.id) == [1, 2])

    case .noLostUpdates:
      try await verifyNoLostUpdates(repository)

    case .allOrNothing:
      try await verifyAllOrNothing(repository)

    case .nothingPending:
      try await repository.save(Note(id: 1))
      if case .pending(let reason) = repository.persistence { Issue.record(reason) }

    case .flush:
      try await repository.save(Note(id: 1))
      try await repository.flush()
      #expect(try await repository.elements().map(\.id) == [1])
    }
  }

  private func verifyNoLostUpdates(_ repository: CollectionRepository<Note>) async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<40 {
        group.addTask {
          for _ in 0..<10 {
            // Modifies many notes, which gives another update time to interleave.
            try await repository.update { notes in
              for id in 0..<20 { notes.save(Note(id: id, text: (notes[id: id]?.text ?? "") + "+")) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let texts = try await repository.elements().map(\.text)
    #expect(texts == Array(repeating: String(repeating: "+", count: 400), count: 20))
  }

  private func verifyAllOrNothing(_ repository: CollectionRepository<Note>) async throws {
    try await withThrowingTaskGroup { group in
      group.addTask {
        for round in 0..<40 {
          try await repository.update { notes in
            for id in 0..<200 { notes.save(Note(id: id, text: "\(round)")) }
          }
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<40 {
            let notes = try await repository.elements()
            #expect(notes.isEmpty || notes.count == 200 && Set(notes.map(\.text)).count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

extension CollectionRepositoryContract: CustomTestStringConvertible {
  /// The rule as a sentence.
  public var testDescription: String { rawValue }
}
