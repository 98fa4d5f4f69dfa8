import NetworkingTestSupport
public import Sample
public import Sandbox
public import StorageTestSupport
import Sync
public import SyncTestSupport

/// A server of notes with injected faults.
public typealias SampleServerDouble = SandboxServer<SampleServerModel>

/// A device and its network, on which an app with notes can be launched repeatedly.
public typealias SampleDevice = AppDevice<SampleServerDouble>

extension SampleDevice {
  /// Creates a device without a note.
  public convenience init(_ backing: Backing = .files) {
    self.init(SampleServerDouble(SampleServerModel()), backing)
  }

  /// Launches the app in a city, runs it during `body`, and kills it.
  public func session(_ body: (any SampleNotes) async throws -> Void) async throws {
    city.settle(in: .almaty)
    let notes = environment().makeNotes()
    try await running(notes.run) {
      await notes.when { $0.sync.fetch != .notRunning }
      try await body(notes)
    }
  }
}
