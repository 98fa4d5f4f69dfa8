import Storage
import StorageTestSupport
import Testing

@Suite("A repository of one value", .temporaryDirectory)
struct SingleRepositoryContractTests {
  @Test(arguments: RepositoryForm.allCases)
  func `An update receives the current value and returns its closure's result`(
    _ form: RepositoryForm
  ) async throws {
    let repository = form.single()
    for value in [[0], [1]] { try await repository.save(value) }
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
}
