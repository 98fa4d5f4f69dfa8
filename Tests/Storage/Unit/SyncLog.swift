#if os(Linux) && canImport(Glibc)
  import Foundation
  import StorageTestSupport
  import Synchronization

  /// A log of the syncs that a test makes, in order; one of them can fail.
  ///
  /// A power cut is the only event that shows a lost sync, and a test cannot cut the power. So the test
  /// binary replaces the system's sync calls.
  final class SyncLog: Sendable {
    @TaskLocal private static var current: SyncLog?

    private let entries = Mutex<[String]>([])
    private let failing: String?

    /// Creates an empty log; the syncs of the path `failing` fail with `EIO`.
    init(failing: String? = nil) { self.failing = failing }

    /// The paths of the synced files and directories, relative to the test's temporary directory.
    var paths: [String] { entries.withLock { $0 } }

    /// Runs `body`, and adds its syncs to this log.
    func record<Result>(_ body: () async throws -> Result) async rethrows -> Result {
      try await Self.$current.withValue(self) { try await body() }
    }

    /// Adds a sync to the log of the current task; returns whether the sync has to fail.
    fileprivate static func fails(_ descriptor: Int32) -> Bool {
      guard let current else { return false }
      var buffer = [CChar](repeating: 0, count: 4_096)
      let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
      let path = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
      let root = TemporaryDirectory.url.resolvingSymlinksInPath().path
      guard path.hasPrefix(root) else { return false }
      let name = String(path.dropFirst(root.count + 1))
      current.entries.withLock { $0.append(name) }
      return name == current.failing
    }

    private typealias Call = @convention(c) (Int32) -> Int32

    /// Makes the system's call of this name, unless the sync has to fail.
    fileprivate static func sync(_ descriptor: Int32, _ name: String) -> Int32 {
      guard !fails(descriptor) else {
        errno = EIO
        return -1
      }
      // -1 stands for the definition after the one in this binary.
      guard let system = dlsym(UnsafeMutableRawPointer(bitPattern: -1), name) else {
        preconditionFailure("the system lacks \(name)")
      }
      return unsafeBitCast(system, to: Call.self)(descriptor)
    }
  }

  @_cdecl("fsync")
  func loggedSync(_ descriptor: Int32) -> Int32 { SyncLog.sync(descriptor, "fsync") }

  @_cdecl("fdatasync")
  func loggedDataSync(_ descriptor: Int32) -> Int32 { SyncLog.sync(descriptor, "fdatasync") }
#endif
