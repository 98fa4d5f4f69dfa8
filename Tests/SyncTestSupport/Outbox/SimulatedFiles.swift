package import Foundation
import Storage
import Sync
import Synchronization

/// The journal in real files, of which a crash may tear what was added last.
package final class SimulatedFiles: SimulatedDisk {
  private struct State {
    var directory: StorageDirectory
    var random: SplitMix64
    /// How much of the file has been acknowledged, and which file that was.
    var safe: (size: Int, file: Int) = (0, 0)
    var torn = 0
  }

  private let folder: URL
  private let state: Mutex<State>

  /// Keeps its files in an empty folder.
  package init(_ folder: URL, seed: UInt64) {
    self.folder = folder
    let directory = StorageDirectory(folder)
    state = Mutex(State(directory: directory, random: SplitMix64(seed: seed)))
  }

  /// How many crashes have torn the file.
  package var torn: Int { state.withLock { $0.torn } }

  func restart(unreadable: Int) -> OutboxJournal {
    let file = file
    let directory = state.withLock { state in
      state.directory.close()
      if let file, file.number == state.safe.file, file.size > state.safe.size {
        let size = Int.random(in: state.safe.size...file.size, using: &state.random)
        if truncate(path, off_t(size)) == 0 && size < file.size { state.torn += 1 }
        // What is there after a crash has outlived it.
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
