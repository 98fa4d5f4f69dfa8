import NetworkingTestSupport
import Sample
import Sandbox
import Storage
import Sync
public import Testing

/// The rules of the contract `SampleNotes`.
public enum SampleNotesContract: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case startsEmpty = "There is no note before the first"
  case sends = "A change is shown at once and reaches the server"
  case refusesNothing = "White space is refused, and the note before stays"
  case asksAgain = "A note that the server refuses waits for the user"
  case survives = "A change that was made offline is sent after a restart"

  /// The rules that hold without files.
  public static let inMemory = allCases.filter { $0 != .survives }

  /// The rule's text in a test report.
  public var testDescription: String { rawValue }

  /// Verifies a rule on a device that has not been used.
  public func verify(on device: SampleDevice) async throws {
    switch self {
    case .startsEmpty:
      try await device.session { notes in
        #expect(await notes.when { $0.sync.isSettled }.note == "")
      }
    case .sends:
      try await device.session { notes in
        try await notes.setNote("Ring twice")
        #expect(notes.state.note == "Ring twice")
        await notes.when { $0.sync.isSettled }
        #expect(device.server.model.note == "Ring twice")
      }
    case .refusesNothing:
      try await device.session { notes in
        try await notes.setNote("Ring once")
        await #expect(throws: SampleError.empty) { try await notes.setNote(" \n") }
        #expect(notes.state.note == "Ring once")
      }
    case .asksAgain:
      try await device.session { notes in
        try await notes.setNote(String(repeating: "Ring. ", count: 100))
        let state = await notes.when { $0.refused != nil }
        let refused = try #require(state.refused)
        #expect(state.note == "" && refused.reason == .rejected(.tooLong))
        try await notes.discard(refused.id)
        await notes.when { $0.refused == nil }
      }
    case .survives:
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
    }
  }
}
