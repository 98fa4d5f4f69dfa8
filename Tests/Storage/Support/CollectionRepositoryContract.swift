public import Storage
import Testing

/// The guarantees of a repository of many values in every location.
public enum CollectionRepositoryContract {
  /// All rules.
  ///
  /// The subject returns a new, empty repository.
  public static let rules: [Rule<() -> CollectionRepository<Note>>] = [
    Rule("A collection that was never stored has no elements") { make in
      let repository = make()
      #expect(try await repository.elements().isEmpty)
      let found = try await repository.element(1)
      #expect(found == nil)
    },
    Rule("A saved element is found by its ID") { make in
      let repository = make()
      try await repository.save(Note(id: 1, text: "a"))
      #expect(try await repository.element(1) == Note(id: 1, text: "a"))
      #expect(try await repository.element(2) == nil)
    },
    Rule("Elements are in insertion order") { make in
      let repository = make()
      for id in [3, 1, 2] { try await repository.save(Note(id: id)) }
      #expect(try await repository.elements().map(\.id) == [3, 1, 2])
    },
    Rule("Saving an element with a known ID replaces it at its position") { make in
      let repository = make()
      for id in [3, 1, 2] { try await repository.save(Note(id: id)) }
      try await repository.save(Note(id: 1, text: "new"))
      #expect(
        Array(try await repository.elements())
          == [Note(id: 3), Note(id: 1, text: "new"), Note(id: 2)])
    },
    Rule("A removal preserves the order of the others, and each is found by its ID") { make in
      let repository = make()
      for id in [3, 1, 2, 4] { try await repository.save(Note(id: id)) }
      try await repository.remove(1)
      #expect(try await repository.elements().map(\.id) == [3, 2, 4])
      for id in 1...4 { #expect(try await repository.element(id)?.id == (id == 1 ? nil : id)) }
    },
    Rule("Removing an absent element is no error") { make in
      let repository = make()
      try await repository.remove(1)
      #expect(try await repository.elements().isEmpty)
    },
    Rule("An element that is added again after its removal is the last one") { make in
      let repository = make()
      for id in [1, 2] { try await repository.save(Note(id: id)) }
      try await repository.remove(1)
      try await repository.save(Note(id: 1))
      #expect(try await repository.elements().map(\.id) == [2, 1])
    },
    Rule("An update receives the current elements and returns its closure's result") { make in
      let repository = make()
      try await repository.save(Note(id: 1))
      let seen = try await repository.update { notes in
        defer { notes.save(Note(id: 2)) }
        return notes.map(\.id)
      }
      #expect(seen == [1])
      #expect(try await repository.elements().map(\.id) == [1, 2])
    },
    Rule("None of 400 concurrent updates is lost") { make in try await verifyNoLostUpdates(make())
    },
    Rule("A read returns all changes of an update or none") { make in
      try await verifyAllOrNothing(make())
    },
    Rule("No update is pending after a write") { make in
      let repository = make()
      try await repository.save(Note(id: 1))
      if case .failed(let reason) = repository.writeStatus { Issue.record(reason) }
    },
    Rule("A flush without pending updates changes nothing") { make in
      let repository = make()
      try await repository.save(Note(id: 1))
      try await repository.flush()
      #expect(try await repository.elements().map(\.id) == [1])
    },
  ]

  private static func verifyNoLostUpdates(_ repository: CollectionRepository<Note>) async throws {
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

  private static func verifyAllOrNothing(_ repository: CollectionRepository<Note>) async throws {
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
