import Foundation
import Testing

@testable import Storage

@Suite("System calls")
struct SystemCallTests {
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
}
