public import Foundation
public import Storage
import Synchronization

/// Consecutive launches of an app with one directory, never two at a time.
public final class Launches: Sendable {
  private let last = Mutex<StorageDirectory?>(nil)

  /// Creates a sequence without a launch.
  public init() {}

  /// Starts the app again; the previous launch can no longer access the directory.
  public func next(in url: URL) -> StorageDirectory {
    last.withLock { last in
      last?.close()
      let next = StorageDirectory(url)
      last = next
      return next
    }
  }
}
