public import Storage
import Testing

/// The additional guarantees of a repository of one value that has a file.
public enum SingleRepositoryRestartContract {
  /// All rules.
  ///
  /// Each call of the subject simulates a restart, and returns a new repository
  /// with the same file.
  public static let rules: [Rule<() -> SingleRepository<[Int]>>] = [
    Rule("A new repository with the same file reads the last value") { make in
      try await make().save([1])
      try await make().save([2])
      #expect(try await make().value() == [2])
    },
    Rule("The first update after a restart receives the stored value") { make in
      try await make().save([1])
      try await make().update { $0?.append(2) }
      #expect(try await make().value() == [1, 2])
    },
    Rule("A removed value is nil after a restart") { make in
      try await make().save([1])
      try await make().remove()
      #expect(try await make().value() == nil)
    },
    Rule("No concurrent update is lost by a restart") { make in
      for _ in 0..<25 {
        try await withThrowingTaskGroup { [repository = make()] group in
          for number in 0..<4 {
            group.addTask { try await repository.update { $0 = ($0 ?? []) + [number] } }
          }
          try await group.waitForAll()
        }
      }
      #expect(try await make().value()?.count == 100)
    },
    Rule("A written value is persisted without a flush") { make in
      let repository = make()
      #expect(repository.writeStatus == .written)
      try await repository.save([1])
      #expect(repository.writeStatus == .written)
      try await repository.remove()
      #expect(repository.writeStatus == .written)
    },
  ]
}
