import Foundation
import Synchronization

@testable import Storage
import StorageInspection

/// The disk of a simulated world, which may be full, fail some writes, or kill the app at a write.
///
/// A killed app continues to run in memory until its simulation notices, but writes nothing.
final class AppDisk: Sendable {
  private struct State {
    var life = 0
    var isFull = false
    /// The number of next writes that fail.
    var failures = 0
    /// The number of writes until the app is killed; `nil` for never.
    var fuse: Int?
    var isDead = false
  }

  private let folder: URL
  private let state = Mutex(State())
  private let onDeath: @Sendable () -> Void

  /// Creates an empty disk; `onDeath` is called at the write at which the app is killed.
  init(onDeath: @escaping @Sendable () -> Void) {
    // A file system in memory if there is one, because writes to a disk take most of the time.
    let shared = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
    let parent =
      FileManager.default.isWritableFile(atPath: shared.path)
      ? shared : FileManager.default.temporaryDirectory
    folder = parent.appending(path: "world-\(UUID().uuidString)", directoryHint: .isDirectory)
    self.onDeath = onDeath
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  deinit { remove() }

  /// Removes the files; the app writes none from now on.
  func remove() {
    state.withLock { $0.life += 1 }
    do { try FileManager.default.removeItem(at: folder) } catch {}
  }

  /// Whether the app was killed at a write.
  var isDead: Bool { state.withLock { $0.isDead } }

  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Whether a write may fail.
  var isFaulty: Bool { state.withLock { $0.isFull || $0.failures > 0 || $0.isDead } }

  /// Makes the next writes fail.
  func fail(_ count: Int) { state.withLock { $0.failures = count } }

  /// Kills the app at the write after this number of writes.
  func kill(after count: Int) { state.withLock { $0.fuse = count } }

  /// Ends all faults.
  func heal() {
    state.withLock { ($0.isFull, $0.failures, $0.fuse) = (false, 0, nil) }
  }

  /// Returns the directory of a new process: a copy, because the previous one holds its locks until its
  /// tasks have ended.
  func launch() -> StorageDirectory {
    let (former, life) = state.withLock { state in
      state.life += 1
      (state.fuse, state.isDead) = (nil, false)
      return (folder(of: state.life - 1), state.life)
    }
    do {
      if FileManager.default.fileExists(atPath: former.path) {
        try FileManager.default.copyItem(at: former, to: folder(of: life))
        try FileManager.default.removeItem(at: former)
      }
    } catch {
      preconditionFailure("\(error)")
    }
    return StorageDirectory(folder(of: life), failing: { [self] in fault(in: life) })
  }

  private func folder(of life: Int) -> URL {
    folder.appending(path: "\(life)", directoryHint: .isDirectory)
  }

  /// Returns the error code of the next write; `nil` for none.
  private func fault(in life: Int) -> Int32? {
    let (code, isKilled) = state.withLock { state -> (Int32?, Bool) in
      guard state.life == life, !state.isDead else { return (EIO, false) }
      if let fuse = state.fuse {
        state.fuse = fuse - 1
        state.isDead = fuse == 0
        if state.isDead { return (EIO, true) }
      }
      if state.isFull { return (ENOSPC, false) }
      guard state.failures > 0 else { return (nil, false) }
      state.failures -= 1
      return (EIO, false)
    }
    if isKilled { onDeath() }
    return code
  }

  /// Returns the files that are damaged or were set aside; there must be none after any kill or fault.
  func damagedFiles() -> [String] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { file in
      guard file.pathExtension == "store" else { return file.pathExtension == "corrupt" }
      do throws(StorageError) { return try FileInspection(of: file).state != .intact } catch {
        return true
      }
    }.map(\.lastPathComponent).sorted()
  }
}
