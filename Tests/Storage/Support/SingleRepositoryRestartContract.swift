public import Storage
public import Testing

/// The additional guarantees of a repository of one value that has a file.
public enum SingleRepositoryRestartContract: String, CaseIterable, Sendable {
  case lastValue = "A new repository with the same file reads the last value"
  case updateGoesOn = "The first update after a restart receives the stored value"
  case removed = "A removed value is nil after a restart"
  case concurrentUpdates = "No concurrent update is lost by a restart"
  case written = "A written value is persisted without a flush"

  /// Verifies this rule.
  ///
  /// Each call of `make` simulates a restart, and returns a new repository with the same file.
  public func verify(_ make: () -> SingleRepository<[Int]>) async throws {
    switch self {
    case .lastValue:
      try await make().save([1])
      try await make().save([2])
      #expect(try await make().value() == [2])

    case .updateGoesOn:
      try await make().save([1])
      try await make().update { $0?.append(2) }
      #expect(try await make().value() == [1, 2])

    case .removed:
      try await make().save([1])
      try await make().remove()
      #expect(try await make().value() == nil)

    case .concurrentUpdates:
      for _ in 0..<25 {
        try await withThrowingTaskGroup { [repository = make()] group in
          for number in 0..<4 {
            group.addTask { try await repository.update { $0 = ($0 ?? []) + [number] } }
          }
          try await group.waitForAll()
        }
      }
      #expect(try await make().value()?.count == 100)

    case .written:
      let repository = make()
      #expect(repository.writeStatus == .written)
      try await repository.save([1])
      #expect(repository.writeStatus == .written)
      try await repository.remove()
      #expect(repository.writeStatus == .written)
    }
  }
}

extension SingleRepositoryRestartContract: CustomTestStringConvertible {
  /// The rule as a sentence.
  public var testDescription: String { rawValue }
}
