#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The directory in which a group of repositories keeps its files.
///
/// An app makes one and gives it to all its features. It is made on the disk, readable by its owner
/// only, when something is first written to it. Caches are in a folder `caches` inside it, so that
/// they can be left out of a backup and given up together.
///
/// It belongs to one ``StorageDirectory`` of one process from the first access on, because two that
/// know nothing of each other's writes would undo them; anyone else gets ``StorageError/inUse(_:)``.
/// On iOS do not put it into the container of an app group: the system ends an app that is suspended
/// while it holds a lock there.
public final class StorageDirectory: Sendable {
  let path: String
  /// The values of a directory without files; `nil` where there are files.
  let memory: MemoryAccess?
  let roster = Roster()
  private let lock = DirectoryLock()
  private let cachesLock = DirectoryLock()
  private let stopwatch: @Sendable () -> Duration
  private let onOpen: (@Sendable (HealthEvent) -> Void)?

  /// Names the directory at `url`, a file URL, without touching it.
  public init(_ url: URL) {
    path = Folder.path(of: url)
    memory = nil
    stopwatch = { .zero }
    onOpen = nil
  }

  private init(_ memory: MemoryAccess) {
    path = ""
    self.memory = memory
    stopwatch = { .zero }
    onOpen = nil
  }

  /// Creates a directory without files, for previews and tests. Its values are stored for as long as it
  /// lives.
  ///
  /// Repositories in it accept the same calls and refuse a second repository of a name as those with
  /// files do; their ``SingleRepository/persistence`` is ``Persistence/memoryOnly``.
  public static func inMemory() -> StorageDirectory { StorageDirectory(MemoryAccess(MemoryVolume())) }

  /// Closes this directory, and returns another one with the same values or files: the one that the next
  /// process would have.
  package func reopened() -> StorageDirectory {
    close()
    if let memory { return StorageDirectory(MemoryAccess(memory.volume)) }
    return StorageDirectory(URL(filePath: path))
  }

  /// Names the directory at `url` and reports how each of its repositories was opened.
  ///
  /// - Parameters:
  ///   - url: A file URL.
  ///   - clock: Measures how long opening took.
  ///   - onOpen: Is called on the first access to each repository, and again after one that failed.
  ///     It delays that access, so it should only pass the event on.
  public init<Time: Clock>(
    _ url: URL, clock: Time, onOpen: @escaping @Sendable (HealthEvent) -> Void
  ) where Time.Duration == Duration {
    let start = clock.now
    path = Folder.path(of: url)
    memory = nil
    stopwatch = { start.duration(to: clock.now) }
    self.onOpen = onOpen
  }

  /// Writes what is waiting in any of the repositories, critical values first.
  ///
  /// Call it when the app leaves the foreground, and when space or permission may be back. When the
  /// disk is full, what is worth less is not tried, so that it does not take the room.
  ///
  /// - Throws: The first ``StorageError``; what could be written has been.
  public func flush() async throws(StorageError) {
    if let failure = await roster.writeWaiting(worthMoreThan: nil) { throw failure }
  }

  /// Lets go of the directory, for another to take it over.
  ///
  /// Not needed before the process ends. What is waiting is not written: ``flush()`` does that. From
  /// now on these repositories get ``StorageError/inUse(_:)`` when they need the disk.
  public func close() {
    memory?.close()
    lock.close()
    cachesLock.close()
  }

  func folder(for dataClass: DataClass) -> Folder {
    let caches = "\(path)/caches"
    return switch dataClass.worth {
    case .critical: Folder(path: path, durability: .powerCut, spare: caches, lock: lock)
    case .userState: Folder(path: path, durability: .crash, spare: caches, lock: lock)
    case .cache: Folder(path: caches, durability: .nothing, spare: nil, lock: cachesLock)
    }
  }

  /// Reports what `open` came to.
  func reporting<Loaded>(
    _ event: (Result<Loaded, StorageError>, Duration) -> HealthEvent,
    _ open: () throws(StorageError) -> Loaded
  ) throws(StorageError) -> Loaded {
    guard let onOpen else { return try open() }
    let start = stopwatch()
    let result = Result(catching: open)
    onOpen(event(result, stopwatch() - start))
    return try result.get()
  }
}
