public import Storage
public import Testing

/// The guarantees of a repository of one value in every location.
public enum SingleRepositoryContract: String, CaseIterable, Sendable {
  case absent = "A value that was never stored is nil"
  case saved = "A saved value is read"
  case saveReplaces = "A save replaces the previous value"
  case updateSeesPresent = "An update receives the current value and returns its closure's result"
  case updateSeesAbsent = "An update receives nil if there is no value, and can create one"
  case leavingNil = "An update that assigns nil removes the value"
  case removed = "A removed value is nil, and another can be saved"
  case removeAbsent = "Removing an absent value is no error"
  case noLostUpdates = "None of 400 concurrent updates is lost"
  case wholeValues = "A read during writes returns a complete value"
  case nothingPending = "No update is pending after a write"
  case flush = "A flush without pending updates changes nothing"

  /// Verifies this rule on a new, empty repository.
  public func verify(_ make: () -> SingleRepository<[Int]>) async throws {
    let repository = make()
    switch self {
    case .absent:
      #expect(try await repository.value() == nil)

    case .saved:
      try await repository.save([1, 2])
      #expect(try await repository.value() == [1, 2])

    case .saveReplaces:
      try await repository.save([1, 2])
      try await repository.save([3])
      #expect(try await repository.value() == [3])

    case .updateSeesPresent:
      try await repository.save([1])
      let seen = try await repository.update { value in
        defer { value?.append(2) }
        return value
      }
      #expect(seen == [1])
      #expect(try await repository.value() == [1, 2])

    case .updateSeesAbsent:
      let wasAbsent = try await repository.update { value in
        defer { value = [1] }
        return value == nil
      }
      #expect(wasAbsent)
      #expect(try await repository.value() == [1])

    case .leavingNil:
      try await repository.save([1])
      try await repository.update { $0 = nil }
      #expect(try await repository.value() == nil)

    case .removed:
      try await repository.save([1])
      try await repository.remove()
      #expect(try await repository.value() == nil)
      try await repository.save([2])
      #expect(try await repository.value() == [2])

    case .removeAbsent:
      try await repository.remove()
      #expect(try await repository.value() == nil)

    case .noLostUpdates:
      try await verifyNoLostUpdates(repository)

    case .wholeValues:
      try await verifyWholeValues(repository)

    case .nothingPending:
      try await repository.save([1])
      if case .failed(let reason) = repository.writeStatus { Issue.record(reason) }

    case .flush:
      try await repository.flush()
      #expect(try await repository.value() == nil)
      try await repository.save([1])
      try await repository.flush()
      #expect(try await repository.value() == [1])
    }
  }

  private func verifyNoLostUpdates(_ repository: SingleRepository<[Int]>) async throws {
    try await withThrowingTaskGroup { group in
      for task in 0..<40 {
        group.addTask {
          for number in (task * 10)..<(task * 10 + 10) {
            // Scans every number, which gives another update time to interleave.
            try await repository.update { $0 = ($0 ?? []).filter { $0 != number } + [number] }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await repository.value()?.sorted() == Array(0..<400))
  }

  private func verifyWholeValues(_ repository: SingleRepository<[Int]>) async throws {
    try await withThrowingTaskGroup { group in
      group.addTask {
        for number in 0..<40 {
          try await repository.save(Array(repeating: number, count: 4000))
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<40 {
            guard let value = try await repository.value() else { continue }
            #expect(value.count == 4000 && Set(value).count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

extension SingleRepositoryContract: CustomTestStringConvertible {
  /// The rule as a sentence.
  public var testDescription: String { rawValue }
}
