package import Foundation
package import Storage
import Synchronization
import Testing

/// The directory and the ids of an app on a simulated device, across all its launches.
package final class DeviceFolder: Sendable {
  /// The app's directory, created by the first write and removed together with the device.
  package let url = FileManager.default.temporaryDirectory
    .appending(path: "device-\(UUID().uuidString)", directoryHint: .notDirectory)

  private let launches = Launches()
  private let memory = Mutex(StorageDirectory.inMemory())
  private let backing: Backing
  private let ids = Mutex(0)
  private let prefix: String

  /// Creates a device without stored data.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of its ids. Two devices need different prefixes, because real devices
  ///     never share an id.
  ///   - backing: The place of the data.
  package init(ids prefix: String = "id", _ backing: Backing = .files) {
    self.prefix = prefix
    self.backing = backing
  }

  deinit {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    do { try FileManager.default.removeItem(at: url) } catch { Issue.record(error) }
  }

  /// Starts the app again; the previous launch can no longer access the directory.
  package func launch() -> StorageDirectory {
    guard backing == .memory else { return launches.next(in: url) }
    return memory.withLock { directory in
      directory = directory.reopened()
      return directory
    }
  }

  /// Returns an id that no other launch returns.
  package func nextID() -> String {
    ids.withLock { ids in
      ids += 1
      return "\(prefix)-\(ids)"
    }
  }
}
