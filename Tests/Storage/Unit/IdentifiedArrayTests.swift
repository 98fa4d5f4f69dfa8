import CBORTestSupport
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Identified arrays")
struct IdentifiedArrayTests {
  @Test func `The last of several elements with one id replaces the first one`() {
    let notes = IdentifiedArray([Note(id: 1), Note(id: 2), Note(id: 1, text: "last")])

    #expect(Array(notes) == [Note(id: 1, text: "last"), Note(id: 2)])
  }

  @Test func `An update has the removed ids, and the saved elements in their order`() {
    var notes = IdentifiedArray((1...3).map { Note(id: $0) })
    notes.remove(2)
    let (result, edits) = notes.update { notes in
      notes.save(Note(id: 5))
      notes.save(Note(id: 3, text: "new"))
      notes.remove(4)
      notes.remove(1)
      notes.save(Note(id: 1))
      notes.save(Note(id: 6))
      return notes.remove(6)
    }
    #expect(result == Note(id: 6))
    #expect(edits?.removed == [4, 1, 6] && edits?.ids == [1, 3, 4, 5, 6])
    #expect(notes.saved(in: edits) == [Note(id: 3, text: "new"), Note(id: 5), Note(id: 1)])
    #expect(notes.update { _ in }.1?.ids == [])
  }

  @Test func `An array that an update assigns is recognized, also one of an earlier update`() {
    var notes = IdentifiedArray([Note(id: 1)])
    #expect(notes.update { $0 = IdentifiedArray([Note(id: 9)]) }.1 == nil)
    #expect(notes.saved(in: nil) == [Note(id: 9)])

    let (earlier, edits) = notes.update { notes in
      notes.save(Note(id: 2))
      return notes
    }
    #expect(edits?.saved == [2])
    #expect(notes.update { $0 = earlier }.1 == nil)
  }

  @Test func `Many removals take a time that is linear in their number`() {
    var notes = IdentifiedArray((0..<100_000).map { Note(id: $0) })
    for id in 0..<50_000 { notes.remove(id) }
    for id in stride(from: 99_999, to: 50_000, by: -2) { notes.remove(id) }
    #expect(notes.count == 25_000)
    #expect(notes.first?.id == 50_000 && notes.last?.id == 99_998)
    #expect(notes[12_345].id == 50_000 + 2 * 12_345)
    for note in notes where note.id != 60_000 { notes.remove(note.id) }
    #expect(notes.array == [Note(id: 60_000)])
  }

  @Test func `Removed elements leave memory when they are the last or more than half`() {
    final class Token {}
    struct Holder: Identifiable { let (id, token): (Int, Token) }
    struct Weak { weak var token: Token? }
    var holders = IdentifiedArray((0..<5).map { Holder(id: $0, token: Token()) })
    let tokens = holders.map { Weak(token: $0.token) }
    let counts = [4, 0, 1, 2].map { id in
      holders.remove(id)
      return tokens.count { $0.token != nil }
    }
    #expect(counts == [4, 4, 4, 1])
  }

  @Test func `The same elements in another order are not equal`() {
    let notes = IdentifiedArray([Note(id: 1), Note(id: 2)])

    #expect(notes == IdentifiedArray([Note(id: 1), Note(id: 2)]))
    #expect(notes != IdentifiedArray([Note(id: 2), Note(id: 1)]))
    #expect(notes != IdentifiedArray([Note(id: 1), Note(id: 2, text: "changed")]))
  }

  @Test(arguments: 1...3)
  func `An identified array behaves as an array with a linear search`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var notes = IdentifiedArray<Note>()
    var model: [Note] = []

    for step in 0..<500 {
      let id = Int.random(in: 0..<12, using: &random)
      let place = model.firstIndex { $0.id == id }
      if Bool.random(using: &random) {
        let removed = place.map { model.remove(at: $0) }
        #expect(notes.remove(id) == removed)
      } else {
        let note = Note(id: id, text: "\(step)")
        notes.save(note)
        if let place { model[place] = note } else { model.append(note) }
      }
      #expect(Array(notes) == model)
      for id in 0..<12 { #expect(notes[id: id] == model.first { $0.id == id }) }
    }
    #expect(notes == IdentifiedArray(model))
  }
}
