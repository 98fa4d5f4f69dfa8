public import Storage
import Testing

/// The additional guarantees of a repository of many values that has a file.
public enum CollectionRepositoryRestartContract {
  /// All rules.
  ///
  /// Each call of the subject simulates a restart, and returns a new repository
  /// with the same file.
  public static let rules: [Rule<() -> CollectionRepository<Note>>] = [
    Rule("A new repository with the same file reads the same elements in order") { make in
      try await make().update { notes in
        for id in [3, 1, 2] { notes.save(Note(id: id, text: "\(id)")) }
      }
      let stored = try await make().elements()
      #expect(
        Array(stored)
          == [Note(id: 3, text: "3"), Note(id: 1, text: "1"), Note(id: 2, text: "2")])
      #expect(try await make().element(1) == Note(id: 1, text: "1"))
    },
    Rule("The first save after a restart is behind the stored elements") { make in
      try await make().update { notes in
        for id in [3, 1, 2] { notes.save(Note(id: id, text: "\(id)")) }
      }
      try await make().save(Note(id: 0))
      #expect(try await make().elements().map(\.id) == [3, 1, 2, 0])
    },
    Rule("A removed element stays removed after a restart") { make in
      try await make().update { notes in
        for id in [3, 1, 2] { notes.save(Note(id: id, text: "\(id)")) }
      }
      try await make().remove(1)
      #expect(try await make().elements().map(\.id) == [3, 2])
      try await make().update { notes in
        for id in [2, 3] { notes.remove(id) }
      }
      #expect(try await make().elements().isEmpty)
    },
    Rule("No concurrent update is lost by a restart") { make in
      try await make().update { notes in
        for id in [3, 1, 2] { notes.save(Note(id: id, text: "\(id)")) }
      }
      for round in 1...25 {
        try await withThrowingTaskGroup { [repository = make()] group in
          for number in 0..<4 {
            group.addTask { try await repository.save(Note(id: round * 4 + number)) }
          }
          try await group.waitForAll()
        }
      }
      #expect(try await make().elements().map(\.id).sorted() == Array(1...3) + Array(4..<104))
    },
    Rule("A written value is persisted without a flush") { make in
      try await make().update { notes in
        for id in [3, 1, 2] { notes.save(Note(id: id, text: "\(id)")) }
      }
      let repository = make()
      #expect(repository.writeStatus == .written)
      try await repository.save(Note(id: 0))
      #expect(repository.writeStatus == .written)
      try await repository.remove(0)
      #expect(repository.writeStatus == .written)
    },
  ]
}
