import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("System calls", .temporaryDirectory)
struct SystemCallTests {
  private let lock = DirectoryLock()

  @Test func `An interrupted call is repeated, and any other failure is thrown`() throws {
    var results = [-1, -1, 7]
    let result = try retrying("read", "file") {
      let next = results.removeFirst()
      errno = EINTR
      return next
    }
    #expect(result == 7 && results.isEmpty)

    let failure = #expect(throws: SystemFailure.self) {
      try retrying("read", "file") {
        errno = EIO
        return -1
      }
    }
    #expect(failure?.call == "read" && failure?.code == EIO)
  }

  #if os(Linux)
    @Test func `A directory whose sync fails is an error`() throws {
      // A device cannot be synced.
      let device = try FileDescriptor("null", in: FileDescriptor(directory: "/dev"), .write)
      var failure: SystemFailure?
      do throws(SystemFailure) { try device.sync(.full) } catch { failure = error }
      #expect(failure?.code == EINVAL)
    }

    private static let processors = "/sys/devices/system/cpu"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "\(processors)/online")))
    func `A file that is shorter than its size is read to its end`() throws {
      // The size of such a file is that of a page of memory.
      let folder = try FileDescriptor(directory: Self.processors)
      let reader = try FileReader(FileDescriptor("online", in: folder, .read))
      let bytes = try reader.bytes(0..<4096)
      #expect(bytes.first == UInt8(ascii: "0"))
      #expect(bytes.count < 4096)
    }
  #endif

  // MARK: - A write of which only a part fits

  #if os(Linux)
    private static let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private static let fileSize = RLIMIT_FSIZE
  #endif
  /// A limit on the size of all files of this process, above the files of other tests.
  private static let limit = 3 << 30

  @Test func `An append of which only a part fits is removed`() throws {
    let file = try FileName("value", version: 1)
    let path = TemporaryDirectory.url.appending(path: file.text).path
    let offset = Self.limit - 2
    // A sparse file, which costs neither space nor time.
    try Data().write(to: URL(filePath: path))
    try #require(truncate(path, off_t(offset)) == 0)
    // Without a handler, the signal of a write beyond the limit ends the process.
    signal(SIGXFSZ, SIG_IGN)
    var former = rlimit()
    try #require(getrlimit(Self.fileSize, &former) == 0)
    var limited = former
    limited.rlim_cur = rlim_t(Self.limit)
    try #require(setrlimit(Self.fileSize, &limited) == 0)
    defer { setrlimit(Self.fileSize, &former) }

    let folder = DataDirectory(
      path: TemporaryDirectory.url.path, durability: .crash, spare: nil, lock: lock)
    let identity = FileIdentity(number: try Entry(path).number, size: offset)
    let failure = #expect(throws: SystemFailure.self) {
      try folder.append([1, 2, 3, 4], to: file.text, at: offset, expecting: identity)
    }

    #expect(failure?.code == EFBIG)
    #expect(try Entry(path).size == offset)
  }
}
