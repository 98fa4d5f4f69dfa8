#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The directory that holds the files of a group of repositories.
///
/// An app creates one object and passes it to all its features. The first write creates the directory
/// on the disk, readable by its owner only. Caches are in a subdirectory `caches`, so that they can be
/// excluded from backups and removed together.
///
/// The first access locks the directory for this object, because independent writers would overwrite
/// each other's changes. Until the lock is released, accesses to the same directory through another
/// ``StorageDirectory`` throw ``StorageError/inUse(_:)``, also in other processes. Extensions and
/// widgets use ``readOnly(_:)``, which needs no lock.
///
/// The system terminates an app that is suspended while it holds a lock in the container of an app
/// group. If the directory is in such a container, call ``suspend()`` before the app is suspended.
///
/// ```swift
/// let directory = StorageDirectory(applicationSupport.appending(path: "FoodOrdering"))
/// let account = directory.subdirectory("42", of: "42")
/// ```
public final class StorageDirectory: Sendable {
  /// The account to which the files belong; `nil` for those of a guest or of the device.
  public let owner: String?
  let path: String
  /// The values of a directory that ``inMemory()`` has created, and of the directories above and below it;
  /// `nil` for a directory on the disk.
  let memory: MemoryVolume?
  let registry = StoreRegistry()
  let lock: DirectoryLock
  private let cachesLock: DirectoryLock
  let openings: OpenReports

  private init(
    path: String, owner: String? = nil, memory: MemoryVolume? = nil, isReadOnly: Bool = false,
    fault: WriteFault? = nil, openings: OpenReports = OpenReports()
  ) {
    (self.path, self.owner, self.memory, self.openings) = (path, owner, memory, openings)
    lock = DirectoryLock(isReadOnly: isReadOnly, fault: fault)
    cachesLock = DirectoryLock(isReadOnly: isReadOnly, fault: fault)
  }

  /// Creates a reference to the directory at `url`, a file URL, without accessing the disk.
  public convenience init(_ url: URL) {
    self.init(path: DataDirectory.path(of: url))
  }

  /// Creates a read-only reference to the directory at `url`, which another process writes.
  ///
  /// An extension or a widget uses the reference while the app runs, with the same schemas as the app.
  /// The reference acquires no lock and writes nothing. Each access reads the file, even with
  /// ``StorageLocation/memoryBackedByFile(_:)``. It returns the last update that the app has written
  /// completely. A value of an earlier release is migrated in memory only.
  ///
  /// ```swift
  /// let directory = StorageDirectory.readOnly(container)
  /// let profile = SingleRepository(
  ///   .file("profile"), class: .critical, schema: Profile.schema, in: directory)
  /// let name = try await profile.value()?.name
  /// ```
  ///
  /// Updates throw ``StorageError/notWritable(_:)``. Reading a damaged value throws
  /// ``StorageError/unavailable(_:)`` until the app has found the damage and renamed the file.
  public static func readOnly(_ url: URL) -> StorageDirectory {
    StorageDirectory(path: DataDirectory.path(of: url), isReadOnly: true)
  }

  /// Creates a reference that simulates failures of writes.
  ///
  /// `fault` is called before each write. If it returns an error code (`errno`), the write fails with
  /// that code; if it returns `nil`, the write is made.
  convenience init(_ url: URL, failing fault: @escaping WriteFault) {
    self.init(path: DataDirectory.path(of: url), fault: fault)
  }

  /// Creates a directory that stores its values in memory instead of files, for previews and tests.
  ///
  /// The values are lost when the directory is deallocated. The repositories behave like repositories
  /// with files; for example, a second repository of the same name throws. Their
  /// ``SingleRepository/writeStatus`` is ``WriteStatus/inMemory``.
  public static func inMemory() -> StorageDirectory {
    inMemory(MemoryVolume())
  }

  static func inMemory(_ volume: MemoryVolume) -> StorageDirectory {
    StorageDirectory(path: "", memory: volume)
  }

  /// Closes this directory, and returns a new instance with the same contents.
  ///
  /// The contents are the files, or the values in memory if ``inMemory()`` has created the directory.
  /// Use this method in tests to simulate a restart of the process.
  ///
  /// ```swift
  /// let directory = StorageDirectory.inMemory()
  /// try await addOrder(in: directory)
  /// try await checkOrders(in: directory.reopened())
  /// ```
  public func reopened() -> StorageDirectory {
    close()
    return StorageDirectory(
      path: path, owner: owner, memory: memory, isReadOnly: lock.isReadOnly, fault: lock.fault)
  }

  /// Creates a reference to a directory below this one, such as the directory of an account.
  ///
  /// A subdirectory has separate files and a separate lock. Only one reference per name can be in use
  /// at a time: close the previous reference before you access the new one.
  ///
  /// ```swift
  /// let directory = StorageDirectory(applicationSupport.appending(path: "FoodOrdering"))
  /// let account = directory.subdirectory("42", of: "42")
  /// ```
  ///
  /// Each file names its owner. An access to a file of another owner throws
  /// ``StorageError/anotherOwner(file:owner:)``; a file without an owner gets that of its directory.
  ///
  /// - Parameters:
  ///   - name: Any text of at most 80 bytes, such as an id of the server. Different texts have different
  ///     directories, also on a file system that ignores case.
  ///   - owner: The server's id of the account to which the files belong; by default the owner of this
  ///     directory. Unless it has 1 to 64 bytes, each access throws ``StorageError/invalidName(_:)``.
  /// - Returns: A reference that does not access the disk before its first use.
  public func subdirectory(_ name: String, of owner: String? = nil) -> StorageDirectory {
    StorageDirectory(
      path: path(of: name), owner: owner ?? self.owner, memory: memory, isReadOnly: lock.isReadOnly,
      fault: lock.fault, openings: openings)
  }

  /// Reports how each repository of this directory and of its subdirectories is opened from now on.
  ///
  /// An app that has a `FeatureEnvironment` observes its diagnostics instead.
  ///
  /// ```swift
  /// directory.reportOpenings(measuredBy: ContinuousClock()) { report in
  ///   log("\(report.repository): \(report.outcome), \(report.duration)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the duration of each opening.
  ///   - receive: A closure that receives a report at the first access to each repository, and at each
  ///     further access until one succeeds. The access waits until the closure returns, so the closure
  ///     should only forward the report.
  public func reportOpenings<Time: Clock>(
    measuredBy clock: Time, to receive: @escaping @Sendable (OpenReport) -> Void
  ) where Time.Duration == Duration {
    openings.add {
      let start = clock.now
      return { report in receive(report(start.duration(to: clock.now))) }
    }
  }

  /// Writes the pending updates of all repositories, critical values first.
  ///
  /// Call it when the app leaves the foreground. Also call it when a failed write may succeed, for
  /// example after disk space was freed. If the disk is full, the call stops, so that less important
  /// values do not use the remaining space.
  ///
  /// ```swift
  /// try await directory.flush()
  /// directory.close()
  /// ```
  ///
  /// - Throws: The first ``StorageError``. Values whose writes succeeded are stored.
  public func flush() async throws(StorageError) {
    if let failure = await registry.writePending(worthMoreThan: nil) { throw failure }
  }

  /// Writes the pending updates and releases the lock on the directory until the next access.
  ///
  /// Call it in the background, when no feature uses the directory and the app is about to be suspended.
  /// The call does not affect subdirectories.
  ///
  /// Ensure that no other process writes to the directory while the app is suspended. The released lock
  /// does not prevent a write, and the app does not reload values that it has cached in memory.
  ///
  /// ```swift
  /// try await account.suspend()
  /// try await directory.suspend()
  /// ```
  ///
  /// - Throws: The first ``StorageError`` of ``flush()``; the lock is released in any case.
  public func suspend() async throws(StorageError) {
    let failure = await registry.writePending(worthMoreThan: nil)
    lock.suspend()
    cachesLock.suspend()
    if let failure { throw failure }
  }

  /// Releases the lock on the directory, so that another process or ``StorageDirectory`` can use
  /// it.
  ///
  /// The call is not needed before the process ends. It does not write pending updates; call
  /// ``flush()`` first. Afterward, each disk access of the directory's repositories throws
  /// ``StorageError/closed(_:)``.
  ///
  /// ```swift
  /// try await directory.flush()
  /// directory.close()
  /// ```
  public func close() {
    lock.close()
    cachesLock.close()
  }

  func folder(for dataClass: StorageClass) -> DataDirectory {
    let caches = "\(path)/caches"
    return switch dataClass.worth {
    case .critical: DataDirectory(path: path, durability: .powerCut, spare: caches, lock: lock)
    case .userState: DataDirectory(path: path, durability: .crash, spare: caches, lock: lock)
    case .cache: DataDirectory(path: caches, durability: .nothing, spare: nil, lock: cachesLock)
    }
  }
}
