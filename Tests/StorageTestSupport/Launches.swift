public import Foundation
public import Storage
import Synchronization

/// The launches of an app over one directory: one after the other, never two at a time.
public final class Launches: Sendable {
  private let last = Mutex<StorageDirectory?>(nil)

  /// Makes none yet.
  public init() {}

  /// Starts the app anew: the launch before lets go of the directory, without another write.
  public func next(in url: URL) -> StorageDirectory {
    last.withLock { last in
      last?.close()
      let next = StorageDirectory(url)
      last = next
      return next
    }
  }
}
