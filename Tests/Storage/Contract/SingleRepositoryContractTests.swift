import Storage
import StorageTestSupport
import Testing

@Suite("A repository of one value", .temporaryDirectory)
struct SingleRepositoryContractTests {
  @Test(arguments: RepositoryForm.allCases)
  func `A value that was never stored is nil`(_ form: RepositoryForm) async throws {
    let found = try await form.single().value()
    #expect(found == nil)
  }

  @Test(arguments: RepositoryForm.allCases)
  func `A saved value is read, and replaces the previous one`(_ form: RepositoryForm) async throws {
    let repository = form.single()
    for value in [[1, 2], [3]] {
      try await repository.save(value)
      #expect(try await repository.value() == value)
    }
  }

  @Test(arguments: RepositoryForm.allCases)
  func `An update receives the current value and returns its closure's result`(
    _ form: RepositoryForm
  ) async throws {
    let repository = form.single()
    try await repository.save([1])
    let seen = try await repository.update { value in
      defer { value?.append(2) }
      return value
    }
    #expect(seen == [1])
    #expect(try await repository.value() == [1, 2])
  }

  @Test(arguments: RepositoryForm.allCases)
  func `An update receives nil if there is no value, and can create and remove one`(
    _ form: RepositoryForm
  ) async throws {
    let repository = form.single()
    let wasAbsent = try await repository.update { value in
      defer { value = [1] }
      return value == nil
    }
    #expect(wasAbsent)
    #expect(try await repository.value() == [1])
    try await repository.update { $0 = nil }
    #expect(try await repository.value() == nil)
  }

  @Test(arguments: RepositoryForm.allCases)
  func `A removed value is nil, and another can be saved`(_ form: RepositoryForm) async throws {
    let repository = form.single()
    // The first removal finds no value.
    for value in [[1], [2]] {
      try await repository.remove()
      #expect(try await repository.value() == nil)
      try await repository.save(value)
      #expect(try await repository.value() == value)
    }
  }

  @Test(arguments: RepositoryForm.allCases)
  func `No concurrent update is lost`(_ form: RepositoryForm) async throws {
    let repository = form.single()
    try await withThrowingTaskGroup { group in
      for task in 0..<20 {
        group.addTask {
          for number in (task * 5)..<(task * 5 + 5) {
            // Scans every number, which gives another update time to interleave.
            try await repository.update { $0 = ($0 ?? []).filter { $0 != number } + [number] }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await repository.value()?.sorted() == Array(0..<100))
  }

  @Test(arguments: RepositoryForm.allCases)
  func `A read during writes returns a complete value`(_ form: RepositoryForm) async throws {
    let repository = form.single()
    try await withThrowingTaskGroup { group in
      group.addTask {
        for number in 0..<20 {
          try await repository.save(Array(repeating: number, count: 1_000))
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<20 {
            guard let value = try await repository.value() else { continue }
            #expect(value.count == 1_000 && Set(value).count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: RepositoryForm.allCases)
  func `No update is pending after a write, and a flush changes nothing`(_ form: RepositoryForm)
    async throws
  {
    let repository = form.single()
    try await repository.flush()
    #expect(try await repository.value() == nil)
    try await repository.save([1])
    if case .failed(let reason) = repository.writeStatus { Issue.record(reason) }
    try await repository.flush()
    #expect(try await repository.value() == [1])
  }

  @Test(arguments: RepositoryForm.withFile)
  func `A restart reads the last value, and the first update receives it`(_ form: RepositoryForm)
    async throws
  {
    for value in [[1], [2]] { try await form.single().save(value) }
    #expect(try await form.single().value() == [2])
    try await form.single().update { $0?.append(3) }
    #expect(try await form.single().value() == [2, 3])
    try await form.single().remove()
    #expect(try await form.single().value() == nil)
  }

  @Test(arguments: RepositoryForm.withFile)
  func `No concurrent update is lost by a restart`(_ form: RepositoryForm) async throws {
    for _ in 0..<10 {
      try await withThrowingTaskGroup { [repository = form.single()] group in
        for number in 0..<4 {
          group.addTask { try await repository.update { $0 = ($0 ?? []) + [number] } }
        }
        try await group.waitForAll()
      }
    }
    #expect(try await form.single().value()?.count == 40)
  }

  @Test(arguments: RepositoryForm.withFile)
  func `A written value is persisted without a flush`(_ form: RepositoryForm) async throws {
    let repository = form.single()
    #expect(repository.writeStatus == .written)
    try await repository.save([1])
    #expect(repository.writeStatus == .written)
    try await repository.remove()
    #expect(repository.writeStatus == .written)
  }
}
