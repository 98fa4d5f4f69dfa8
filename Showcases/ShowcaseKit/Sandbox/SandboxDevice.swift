public import Foundation
public import Storage
public import Sync
import Synchronization

/// The device that an app runs on: its network and the room on its disk can go and come back.
public final class SandboxDevice: Sendable {
  /// Where the app keeps what it keeps.
  public let folder: URL

  /// Closed while there is no network.
  public let gate: Gate = Gate()

  /// What was wrong with the app's files.
  public let files: FileReports = FileReports()

  private let disk: Mutex<FullDisk>
  private let launched = Mutex<StorageDirectory?>(nil)
  private let ids = Mutex(0)

  /// Makes a device with a network and with room.
  public init(_ folder: URL) {
    self.folder = folder
    disk = Mutex(FullDisk(folder))
  }

  /// The folder as a new start of the app sees it; the start before has let go of it.
  public func launch() -> StorageDirectory {
    let directory = files.directory(folder)
    launched.withLock { launched in
      launched?.close()
      launched = directory
    }
    return directory
  }

  /// An id that no other device gives, the same in every run.
  public func nextID() -> String {
    ids.withLock { ids in
      ids += 1
      return "\(folder.lastPathComponent)-\(ids)"
    }
  }

  /// What is wrong with it at the moment.
  public var troubles: [String] {
    (gate.isOpen ? [] : ["offline"]) + (disk.withLock { $0.isFull } ? ["disk full"] : [])
  }

  /// Takes the room on the disk away.
  public func fillDisk() throws {
    try disk.withLock { try $0.fill() }
  }

  /// Gives the room back; the app does not know of it.
  public func freeDisk() throws {
    try disk.withLock { try $0.free() }
  }

  /// Writes what is waiting, as an app does when it leaves the foreground.
  public func flush() async throws {
    try await launched.withLock { $0 }?.flush()
  }

  /// Takes the network away or gives it back, and says which.
  public func switchNetwork() -> String {
    if gate.isOpen { gate.close(for: .offline) } else { gate.open(for: .offline) }
    return gate.isOpen ? "The network is back." : "The network is gone."
  }

  /// Takes the room away, or gives it back and lets the app write, and says which.
  public func switchDisk() async throws -> String {
    guard disk.withLock({ $0.isFull }) else {
      try fillDisk()
      return "The disk is full."
    }
    try freeDisk()
    try await flush()
    return "There is room again."
  }
}
