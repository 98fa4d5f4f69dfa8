import NetworkingTestSupport
public import Sample
public import Sandbox
import Storage
import StorageTestSupport
public import Sync
import SyncTestSupport

/// A device and its network, on which an app with notes can be launched repeatedly.
public struct SampleDevice: Sendable {
  /// The server that the notes use.
  public let server = SampleServerDouble(SampleServer())
  /// The gate of the running app.
  public let gate = Gate()

  private let folder: DeviceFolder?

  /// Creates a device that stores notes in memory, or in files of its own.
  public init(hasFiles: Bool) { folder = hasFiles ? DeviceFolder() : nil }

  /// Launches the app in a city, runs it during `body`, and kills it.
  public func session(_ body: (any SampleNotes) async throws -> Void) async throws {
    let notes = SampleFactory.makeNotes(
      in: FeatureEnvironment(
        transport: server, directory: folder?.launch() ?? .inMemory(),
        city: SettledCity(.almaty, gate: gate), clock: InstantClock()))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await notes.run() }
      await notes.when { $0.sync.fetch != .notRunning }
      try await body(notes)
      group.cancelAll()
    }
  }
}

extension SampleNotes {
  /// Waits for a state that satisfies the condition, and returns it.
  @discardableResult
  public func when(_ isSo: (SampleState) -> Bool) async -> SampleState {
    for await state in states() where isSo(state) { return state }
    return state
  }
}
