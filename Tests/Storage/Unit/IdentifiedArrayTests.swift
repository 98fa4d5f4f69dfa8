import StorageTestSupport
import Testing

@testable import Storage

@Suite("Identified arrays")
struct IdentifiedArrayTests {
  @Test func `The last of several elements with one ID replaces the first one`() {
    let notes = IdentifiedArray([Note(id: 1), Note(id: 2), Note(id: 1, text: "last")])

    #expect(Array(notes) == [Note(id: 1, text: "last"), Note(id: 2)])
  }

  @Test func `An array that no repository owns does not record its changes`() {
    var notes = IdentifiedArray<Note>()
    for step in 0..<100 { notes.save(Note(id: step % 2, text: "\(step)")) }
    notes.remove(1)

    #expect(notes.touched.isEmpty)
    #expect(Array(notes) == [Note(id: 0, text: "98")])
  }

  @Test func `A change during a write is still to be written`() {
    var notes = IdentifiedArray([Note(id: 1)])
    notes.markAsWritten(notes)
    notes.track { $0.save(Note(id: 2)) }
    let written = notes
    notes.track { $0.save(Note(id: 3)) }

    notes.markAsWritten(written)

    #expect(notes.touched.map(\.id) == [3])
    #expect(!notes.needsFullWrite)
  }

  @Test func `An array that is assigned during a write is still to be written as a whole`() {
    var notes = IdentifiedArray([Note(id: 1)])
    notes.markAsWritten(notes)
    let written = notes
    notes.track { $0 = IdentifiedArray([Note(id: 9)]) }

    notes.markAsWritten(written)

    #expect(notes.needsFullWrite)
  }

  @Test func `An array does not record its changes after the end of an update`() {
    var notes = IdentifiedArray([Note(id: 1)])
    notes.track { $0.save(Note(id: 2)) }
    let count = notes.touched.count

    notes.save(Note(id: 3))

    #expect(notes.touched.count == count)
  }

  @Test func `The changes since an earlier array are the removals, then the others in order`() {
    let earlier = IdentifiedArray([Note(id: 1), Note(id: 2), Note(id: 3)])
    let later = IdentifiedArray([Note(id: 3, text: "new"), Note(id: 4), Note(id: 2)])

    #expect(
      later.changes(from: earlier) == [
        .removed(Note(id: 1)), .changed(from: Note(id: 3), to: Note(id: 3, text: "new")),
        .added(Note(id: 4)),
      ])
    #expect(later.changes(from: later).isEmpty)
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
