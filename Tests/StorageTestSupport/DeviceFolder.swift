package import Foundation
package import Storage
import Synchronization
import Testing

/// What an app has on a test's device: a folder and ids, over all its launches.
package final class DeviceFolder: Sendable {
  /// Where the app keeps what it keeps; made by the first launch that does, and gone with the device.
  package let url = FileManager.default.temporaryDirectory
    .appending(path: "device-\(UUID().uuidString)", directoryHint: .notDirectory)

  private let launches = Launches()
  private let ids = Mutex(0)
  private let prefix: String

  /// Makes a device on which nothing was ever kept.
  ///
  /// - Parameter prefix: Begins its ids; two devices need two, because real ones share no id.
  package init(ids prefix: String = "id") {
    self.prefix = prefix
  }

  deinit {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    do { try FileManager.default.removeItem(at: url) } catch { Issue.record(error) }
  }

  /// Starts the app anew: the launch before lets go of the folder, without another write.
  package func launch() -> StorageDirectory { launches.next(in: url) }

  /// An id that no other launch gives.
  package func nextID() -> String {
    ids.withLock { ids in
      ids += 1
      return "\(prefix)-\(ids)"
    }
  }
}
