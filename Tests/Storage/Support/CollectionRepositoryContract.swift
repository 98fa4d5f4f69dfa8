public import Storage
public import Testing

/// The guarantees of a repository of many values in every location.
public enum CollectionRepositoryContract: String, CaseIterable, Sendable {
  case absent = "A collection that was never stored has no elements"
  case found = "A saved element is found by its ID"
  case orderOfAdding = "Elements are in insertion order"
  case replaced = "Saving an element with a known ID replaces it at its position"
  case removed = "A removal preserves the order of the others, and each is found by its ID"
  case removeAbsent = "Removing an absent element is no error"
  case addedAgain = "An element that is added again after its removal is the last one"
  case update = "An update receives the current elements and returns its closure's result"
  case noLostUpdates = "None of 400 concurrent updates is lost"
  case allOrNothing = "A read returns all changes of an update or none"
  case nothingPending = "No update is pending after a write"
  case flush = "A flush without pending updates changes nothing"

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
      if case .failed(let reason) = repository.writeStatus { Issue.record(reason) }

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
