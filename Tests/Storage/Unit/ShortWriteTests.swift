import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Short writes", .temporaryDirectory)
struct ShortWriteTests {
  #if os(Linux)
    private static let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private static let fileSize = RLIMIT_FSIZE
  #endif
  /// A limit on the size of all files of this process, above the files of other tests.
  private static let limit = 3 << 30

  private let lock = DirectoryLock()
  private var folder: DataDirectory {
    DataDirectory(
      path: TemporaryDirectory.url.path, durability: .crash, spare: nil, lock: lock)
  }

  private func identity(of path: String) throws -> FileIdentity {
    let entry = try Entry(path)
    return FileIdentity(number: entry.number, size: entry.size)
  }

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

    let failure = #expect(throws: SystemFailure.self) {
      try folder.append(
        [1, 2, 3, 4], to: file.text, at: offset, expecting: try identity(of: path))
    }

    #expect(failure?.code == EFBIG)
    #expect(try Entry(path).size == offset)
  }
}
