import NetworkingTestSupport
import Sample
import Sandbox
import Storage
public import StorageTestSupport
import Sync
public import SyncTestSupport
import Testing

/// The rules of the contract `SampleNotes`.
public enum SampleNotesContract {
  /// All rules, each checked on a device that has not been used.
  public static let rules: [Rule<SampleDevice>] = [
    Rule("There is no note before the first") { device in
      try await device.session { notes in
        #expect(await notes.when { $0.sync.isSettled }.note == "")
      }
    },
    Rule("A change is shown at once and reaches the server") { device in
      try await device.session { notes in
        try await notes.setNote("Ring twice")
        #expect(notes.state.note == "Ring twice")
        await notes.when { $0.sync.isSettled }
        #expect(device.server.model.note == "Ring twice")
      }
    },
    Rule("White space is refused, and the note before stays") { device in
      try await device.session { notes in
        try await notes.setNote("Ring once")
        await #expect(throws: SampleError.empty) { try await notes.setNote(" \n") }
        #expect(notes.state.note == "Ring once")
      }
    },
    Rule("A note that the server refuses waits for the user") { device in
      try await device.session { notes in
        try await notes.setNote(String(repeating: "Ring. ", count: 100))
        let state = await notes.when { $0.refused != nil }
        let refused = try #require(state.refused)
        #expect(state.note == "" && refused.reason == .rejected(.tooLong))
        try await notes.discard(refused.id)
        await notes.when { $0.refused == nil }
      }
    },
    Rule("A change that was made offline is sent after a restart", needsFiles: true) { device in
      device.gate.close(for: .offline)
      try await device.session { notes in
        let writeStatus = try await notes.setNote("Ring twice")
        #expect(writeStatus == .written)
      }
      device.gate.open(for: .offline)
      try await device.session { notes in
        await notes.when { $0.sync.isSettled }
        #expect(device.server.model.note == "Ring twice")
      }
    },
  ]
}
