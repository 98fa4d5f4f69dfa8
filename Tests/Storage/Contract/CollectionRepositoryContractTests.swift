import Storage
import StorageTestSupport
import Testing

@Suite("A repository of many values", .temporaryDirectory)
struct CollectionRepositoryContractTests {
  @Test(arguments: RepositoryForm.allCases)
  func `A collection that was never stored has no elements`(_ form: RepositoryForm) async throws {
    let repository = form.collection()
    try await repository.remove(1)
    #expect(try await repository.elements().isEmpty)
    let found = try await repository.element(1)
    #expect(found == nil)
  }

  @Test(arguments: RepositoryForm.allCases)
  func `Saving an element with a known id replaces it at its position`(_ form: RepositoryForm)
    async throws
  {
    let repository = try await filled(form)
    try await repository.save(Note(id: 1, text: "new"))
    #expect(try await repository.elements().map(\.text) == ["3", "new", "2"])
  }

  @Test(arguments: RepositoryForm.allCases)
  func `A removal preserves the order of the others, and the element can be added at the end`(
    _ form: RepositoryForm
  ) async throws {
    let repository = try await filled(form)
    try await repository.remove(1)
    #expect(try await repository.elements().map(\.id) == [3, 2])
    for id in 1...3 { #expect(try await repository.element(id)?.id == (id == 1 ? nil : id)) }
    try await repository.save(Note(id: 1))
    #expect(try await repository.elements().map(\.id) == [3, 2, 1])
  }

  @Test(arguments: RepositoryForm.allCases)
  func `An update receives the current elements and returns its closure's result`(
    _ form: RepositoryForm
  ) async throws {
    let repository = try await filled(form)
    let seen = try await repository.update { notes in
      defer { notes.save(Note(id: 4)) }
      return notes.map(\.id)
    }
    #expect(seen == [3, 1, 2])
    #expect(try await repository.elements().map(\.id) == [3, 1, 2, 4])
  }

  @Test(arguments: RepositoryForm.allCases)
  func `No concurrent update is lost`(_ form: RepositoryForm) async throws {
    let repository = form.collection()
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          for _ in 0..<5 {
            // Modifies many notes, which gives another update time to interleave.
            try await repository.update { notes in
              for id in 0..<10 { notes.save(Note(id: id, text: (notes[id: id]?.text ?? "") + "+")) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let texts = try await repository.elements().map(\.text)
    #expect(texts == Array(repeating: String(repeating: "+", count: 100), count: 10))
  }

  @Test(arguments: RepositoryForm.allCases)
  func `A read returns all changes of an update or none`(_ form: RepositoryForm) async throws {
    let repository = form.collection()
    try await withThrowingTaskGroup { group in
      group.addTask {
        for round in 0..<20 {
          try await repository.update { notes in
            for id in 0..<40 { notes.save(Note(id: id, text: "\(round)")) }
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<20 {
            let notes = try await repository.elements()
            #expect(notes.isEmpty || notes.count == 40 && Set(notes.map(\.text)).count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: RepositoryForm.withFile)
  func `A restart reads the same elements in order, and the next one is behind them`(
    _ form: RepositoryForm
  ) async throws {
    _ = try await filled(form)
    #expect(try await form.collection().elements().map(\.text) == ["3", "1", "2"])
    #expect(try await form.collection().element(1) == Note(id: 1, text: "1"))
    try await form.collection().save(Note(id: 0))
    #expect(try await form.collection().elements().map(\.id) == [3, 1, 2, 0])
  }

  // MARK: - Some elements without the others

  @Test(arguments: RepositoryForm.allCases)
  func `One element is changed, added or removed by its id`(_ form: RepositoryForm) async throws {
    let notes = form.collection()
    try await notes.update { $0 = IdentifiedArray((1...5).map { Note(id: $0) }) }

    let text = try await notes.change(2) { note in
      note?.text = "changed"
      return note?.text
    }
    try await notes.change(3) { $0 = nil }
    try await notes.change(9) { $0 = Note(id: 9, text: "new") }
    try await notes.change(8) { #expect($0 == nil) }

    #expect(text == "changed")
    #expect(try await notes.elements().map(\.id) == [1, 2, 4, 5, 9])
    #expect(try await notes.element(2)?.text == "changed")
    #expect(try await notes.element(3) == nil)
  }

  @Test(arguments: RepositoryForm.allCases)
  func `A changed id replaces the element`(_ form: RepositoryForm) async throws {
    let notes = form.collection()
    try await notes.update { $0 = IdentifiedArray((1...3).map { Note(id: $0) }) }
    try await notes.change(1) { $0 = Note(id: 7) }
    #expect(try await notes.elements().map(\.id) == [2, 3, 7])
  }

  @Test(arguments: RepositoryForm.allCases)
  func `Several elements are removed in one step`(_ form: RepositoryForm) async throws {
    let left = [990, 991, 992, 993, 994, 996, 997, 998, 999]
    do {
      let notes = form.collection()
      try await notes.update { $0 = IdentifiedArray((0..<1_000).map { Note(id: $0) }) }
      try await notes.remove(0..<990)
      try await notes.remove([5, 995])
      #expect(try await notes.elements().map(\.id) == left)
    }
    guard form != .memory else { return }
    #expect(try await form.collection().elements().map(\.id) == left)
  }

  /// Returns a repository with three notes.
  private func filled(_ form: RepositoryForm) async throws -> CollectionRepository<Note> {
    let repository = form.collection()
    try await repository.update { notes in
      for id in [3, 1, 2] { notes.save(Note(id: id, text: "\(id)")) }
    }
    return repository
  }
}
