import Storage
import StorageTestSupport
import Testing

/// Accesses to some elements of a collection without the others.
@Suite(.temporaryDirectory) struct ElementAccessTests {
  @Test(arguments: RepositoryForm.allCases)
  func `One element is changed, added or removed by its ID`(_ form: RepositoryForm) async throws {
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
  func `A changed ID replaces the element`(_ form: RepositoryForm) async throws {
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
}
