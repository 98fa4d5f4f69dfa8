public import Storage
import Testing

/// The guarantees of a repository of one value in every location.
public enum SingleRepositoryContract {
  /// All rules.
  ///
  /// The subject returns a new, empty repository.
  public static let rules: [Rule<() -> SingleRepository<[Int]>>] = [
    Rule("A value that was never stored is nil") { make in
      let repository = make()
      let found = try await repository.value()
      #expect(found == nil)
    },
    Rule("A saved value is read") { make in
      let repository = make()
      try await repository.save([1, 2])
      #expect(try await repository.value() == [1, 2])
    },
    Rule("A save replaces the previous value") { make in
      let repository = make()
      try await repository.save([1, 2])
      try await repository.save([3])
      #expect(try await repository.value() == [3])
    },
    Rule("An update receives the current value and returns its closure's result") { make in
      let repository = make()
      try await repository.save([1])
      let seen = try await repository.update { value in
        defer { value?.append(2) }
        return value
      }
      #expect(seen == [1])
      #expect(try await repository.value() == [1, 2])
    },
    Rule("An update receives nil if there is no value, and can create one") { make in
      let repository = make()
      let wasAbsent = try await repository.update { value in
        defer { value = [1] }
        return value == nil
      }
      #expect(wasAbsent)
      #expect(try await repository.value() == [1])
    },
    Rule("An update that assigns nil removes the value") { make in
      let repository = make()
      try await repository.save([1])
      try await repository.update { $0 = nil }
      #expect(try await repository.value() == nil)
    },
    Rule("A removed value is nil, and another can be saved") { make in
      let repository = make()
      try await repository.save([1])
      try await repository.remove()
      #expect(try await repository.value() == nil)
      try await repository.save([2])
      #expect(try await repository.value() == [2])
    },
    Rule("Removing an absent value is no error") { make in
      let repository = make()
      try await repository.remove()
      #expect(try await repository.value() == nil)
    },
    Rule("None of 400 concurrent updates is lost") { make in try await verifyNoLostUpdates(make())
    },
    Rule("A read during writes returns a complete value") { make in
      try await verifyWholeValues(make())
    },
    Rule("No update is pending after a write") { make in
      let repository = make()
      try await repository.save([1])
      if case .failed(let reason) = repository.writeStatus { Issue.record(reason) }
    },
    Rule("A flush without pending updates changes nothing") { make in
      let repository = make()
      try await repository.flush()
      #expect(try await repository.value() == nil)
      try await repository.save([1])
      try await repository.flush()
      #expect(try await repository.value() == [1])
    },
  ]

  private static func verifyNoLostUpdates(_ repository: SingleRepository<[Int]>) async throws {
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

  private static func verifyWholeValues(_ repository: SingleRepository<[Int]>) async throws {
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
