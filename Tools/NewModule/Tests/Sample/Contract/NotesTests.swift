import Sample
import SampleTestSupport
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct NotesTests {
  @Test(arguments: Backing.allCases)
  func `There is no note before the first`(_ backing: Backing) async throws {
    let device = SampleDevice(backing)
    try await device.session { notes in
      #expect(await notes.when { $0.sync.isSettled }.note == "")
    }
  }

  @Test(arguments: Backing.allCases)
  func `A change is shown at once and reaches the server`(_ backing: Backing) async throws {
    let device = SampleDevice(backing)
    try await device.session { notes in
      try await notes.setNote("Ring twice")
      #expect(notes.state.note == "Ring twice")
      await notes.when { $0.sync.isSettled }
      #expect(device.server.model.note == "Ring twice")
    }
  }

  @Test(arguments: Backing.allCases)
  func `White space is refused, and the note before stays`(_ backing: Backing) async throws {
    try await SampleDevice(backing).session { notes in
      try await notes.setNote("Ring once")
      await #expect(throws: SampleError.empty) { try await notes.setNote(" \n") }
      #expect(notes.state.note == "Ring once")
    }
  }

  @Test(arguments: Backing.allCases)
  func `A note that the server refuses waits for the user`(_ backing: Backing) async throws {
    try await SampleDevice(backing).session { notes in
      try await notes.setNote(String(repeating: "Ring. ", count: 100))
      let state = await notes.when { $0.refused != nil }
      let refused = try #require(state.refused)
      #expect(state.note == "" && refused.reason == .rejected(.tooLong))
      try await notes.discard(refused.id)
      await notes.when { $0.refused == nil }
    }
  }

  @Test func `A change that was made offline is sent after a restart`() async throws {
    let device = SampleDevice()
    device.gate.close(for: .offline)
    try await device.session { notes in
      try await notes.setNote("Ring twice")
      #expect(notes.state.sync.isDurable)
    }
    device.gate.open(for: .offline)
    try await device.session { notes in
      await notes.when { $0.sync.isSettled }
      #expect(device.server.model.note == "Ring twice")
    }
  }
}
