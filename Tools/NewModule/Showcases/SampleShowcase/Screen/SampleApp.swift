import Commerce
import Networking
import Sample
import Sandbox
import ShowcaseKit
import Sync

/// An app that has nothing but a note.
final class SampleApp: DemoApp {
  private let launch: Launch<SampleServerModel>
  private let notes: any SampleNotes

  init(_ launch: Launch<SampleServerModel>) {
    self.launch = launch
    let city = launch.city(.demo("KZ", 1_526_384))
    notes = launch.environment(city: city).makeNotes()
    launch.run("The note", notes.run)
    launch.follow(notes.states())
  }

  func scene() -> Scene {
    let state = notes.state
    let note = Line(state.note.isEmpty ? "There is no note: n writes one." : state.note, .strong)
    let refused = state.refused.map { refused in
      let reason = refused.reason.words { _ in "the note is too long" }
      return Line("\(refused.note ?? "A change"): \(ChangeWords.rejected(reason))", .bad)
    }
    return Scene(
      "Sample", activity: state.sync.fetch.words,
      [Part(lines: [note] + [refused].compactMap(\.self))], commands: commands, events: events)
  }

  private var commands: [Command<Void>] {
    [
      .ask("n", "new note", "Note") { [notes] in
        try await notes.setNote($0)
        return notes.words(of: $0, \.sync)
      }
    ]
      + Command.common(to: notes) { [notes] in
        notes.state.refused.map { ($0.id, $0.note ?? "a change") }
      }
  }

  /// The commands for the effects of other people at the server.
  private var events: [Command<Void>] {
    [
      .now(.control("e"), "write on another device") { [launch] in
        launch.sandbox.change { $0.write("Ring once") }
        return "Another device has changed the note: ^R refreshes it."
      }
    ]
  }
}
