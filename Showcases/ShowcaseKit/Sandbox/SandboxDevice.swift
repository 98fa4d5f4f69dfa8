public import Foundation
public import Storage
public import Sync
import Synchronization

/// A simulated device that runs an app, with a network and a disk that can fail and recover.
public final class SandboxDevice: Sendable {
  /// The directory of the app's data.
  public let folder: URL

  /// The gate for the app's requests.
  ///
  /// While the device has no network, the gate is closed for the reason `.offline`.
  public let gate: Gate = Gate()

  /// The reports on damaged files of the app.
  public let files: FileReports = FileReports()

  private let disk: Mutex<FullDisk>
  private let launched = Mutex<StorageDirectory?>(nil)
  private let ids = Mutex(0)

  /// Creates a device that is online and stores the app's data in `folder`.
  ///
  /// The disk is full only if an earlier process ended while the disk was full.
  public init(_ folder: URL) {
    self.folder = folder
    disk = Mutex(FullDisk(folder))
  }

  /// Returns a new storage directory for a launch of the app.
  ///
  /// Closes the storage directory of the previous launch.
  public func launch() -> StorageDirectory {
    let directory = files.directory(folder)
    launched.withLock { launched in
      launched?.close()
      launched = directory
    }
    return directory
  }

  /// Returns a new id for a value that the app creates, such as `phone-1`.
  ///
  /// The id consists of the name of the device's directory and a number that increases with each call.
  /// So each run of a scenario uses the same ids.
  public func nextID() -> String {
    ids.withLock { ids in
      ids += 1
      return "\(folder.lastPathComponent)-\(ids)"
    }
  }

  /// User-facing names of the current failures: `offline`, `disk full`.
  public var troubles: [String] {
    (gate.reasons.contains(.offline) ? ["offline"] : [])
      + (disk.withLock { $0.isFull } ? [Self.diskFull] : [])
  }

  static let diskFull = "disk full"

  /// Makes every write of the app fail.
  public func fillDisk() throws {
    try disk.withLock { try $0.fill() }
  }

  /// Lets the writes of the app succeed again; does not repeat the writes that have failed.
  public func freeDisk() throws {
    try disk.withLock { try $0.free() }
  }

  /// Closes the storage directory of a killed app, then frees the disk.
  ///
  /// The app therefore does not write its pending values to the freed disk.
  func freeDiskOfKilledApp() throws {
    launched.withLock { $0?.close() }
    try freeDisk()
  }

  /// Writes the app's pending values to disk, as an app does when it leaves the foreground.
  public func flush() async throws {
    try await launched.withLock { $0 }?.flush()
  }

  /// Disconnects the network, or reconnects it; returns a sentence about the new state.
  public func switchNetwork() -> String {
    guard gate.reasons.contains(.offline) else {
      gate.close(for: .offline)
      return "There is no network."
    }
    gate.open(for: .offline)
    return "The network is back."
  }

  /// Fills the disk, or frees the full disk; returns a sentence about the new state.
  ///
  /// After freeing the disk, also writes the app's pending values.
  public func switchDisk() async throws -> String {
    guard disk.withLock({ $0.isFull }) else {
      try fillDisk()
      return "The disk is full."
    }
    try freeDisk()
    try await flush()
    return "The disk has space again."
  }
}
