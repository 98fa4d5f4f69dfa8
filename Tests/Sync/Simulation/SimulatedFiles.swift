import Foundation
import Storage
@testable import Sync
import SyncTestSupport
import Synchronization

/// A journal in real files whose unacknowledged tail a crash may truncate.
final class SimulatedFiles: SimulatedDisk {
  private struct State {
    var directory: StorageDirectory
    var random: SplitMix64
    /// The acknowledged size of the file, and the file's inode number.
    var safe: (size: Int, file: Int) = (0, 0)
    var torn = 0
  }

  private let folder: URL
  private let state: Mutex<State>

  /// Creates a disk over an empty directory.
  init(_ folder: URL, seed: UInt64) {
    self.folder = folder
    let directory = StorageDirectory(folder)
    state = Mutex(State(directory: directory, random: SplitMix64(seed: seed)))
  }

  /// The number of crashes that truncated the file.
  var torn: Int { state.withLock { $0.torn } }

  func restart(unreadable: Int) -> OutboxJournal {
    let file = file
    let directory = state.withLock { state in
      state.directory.close()
      if let file, file.number == state.safe.file, file.size > state.safe.size {
        let size = Int.random(in: state.safe.size...file.size, using: &state.random)
        if truncate(path, off_t(size)) == 0 && size < file.size { state.torn += 1 }
        // Bytes that survive one crash survive the next ones.
        state.safe.size = size
      }
      state.directory = StorageDirectory(folder)
      return state.directory
    }
    return OutboxJournal("outbox", in: directory)
  }

  func acknowledge() {
    let file = file
    state.withLock { $0.safe = file.map { ($0.size, $0.number) } ?? (0, 0) }
  }

  func update(canRead: Bool, entry number: Int) {}
  var unknown: [Int: SimulatedChange] { [:] }
  var isFull: Bool {
    get { false }
    set {}
  }
  var isBehind: Bool { false }

  private var path: String { folder.appending(path: "outbox.v1.store").path }

  private var file: (size: Int, number: Int)? {
    var found = stat()
    return stat(path, &found) == 0 ? (Int(found.st_size), Int(found.st_ino)) : nil
  }
}
