import Foundation
import Testing

@testable import Storage

@Suite("Errors")
struct StorageErrorTests {
  @Test(
    arguments: [
      (.invalidName("../a"), #""../a" is not a valid name for a stored file"#),
      (.anotherOwner(file: "a.store", owner: "42"), "a.store belongs to 42"),
      (.unavailable(failure(EPERM)), "cannot be read now: a.store: \(text(EPERM)) (openat)"),
      (
        .corrupt(file: "a.store", damage: .checksum, quarantine: "a.store.corrupt"),
        "a.store was damaged (wrong checksum) and has been set aside as a.store.corrupt"
      ),
      (
        .corrupt(file: "a.store", damage: .undecodable("element 2"), quarantine: "b"),
        "a.store was damaged (undecodable at element 2) and has been set aside as b"
      ),
      (.newer(file: "a.store", version: 2), "a.store was written by a newer release (version 2)"),
      (
        .migrationFailed(file: "a.store", step: "a becomes b", reason: "no a"),
        #"the step "a becomes b" failed for a.store: no a"#
      ),
      (.diskFull(failure(ENOSPC)), "the disk is full: a.store: \(text(ENOSPC)) (openat)"),
      (.notWritable(failure(EROFS)), "cannot be written: a.store: \(text(EROFS)) (openat)"),
      (
        .notDurable(failure(EIO)),
        "written, but a power cut may undo the write: a.store: \(text(EIO)) (openat)"
      ),
      (.notEncodable(file: "a.store", reason: "NaN"), "a.store cannot be encoded: NaN"),
      (.tooLarge(file: "a.store", limit: 9), "a.store is larger than 9 bytes"),
    ] as [(StorageError, String)])
  func `The description is one sentence with the file and the reason`(
    error: StorageError, text: String
  ) {
    #expect(error.description == text)
  }

  @Test(arguments: [ENOSPC, EDQUOT, EFBIG, EROFS, EACCES])
  func `Only errors about space are a full disk`(code: Int32) {
    #expect(Self.failure(code).isDiskFull == [ENOSPC, EDQUOT, EFBIG].contains(code))
  }

  @Test(arguments: Int32(1)...133)
  func `Only a command that a file system does not support is replaced`(code: Int32) {
    #expect(Self.failure(code).isUnsupported == [ENOTSUP, ENOTTY, EINVAL].contains(code))
  }

  @Test func `Only a lock that would block means that a directory is in use`() {
    func isInUse(_ call: String, _ code: Int32) -> Bool {
      SystemFailure(call: call, file: "a.store", code: code).isInUse
    }
    #expect(isInUse("flock", EWOULDBLOCK))
    #expect(!isInUse("flock", ENOLCK))
    #expect(!isInUse("open", EWOULDBLOCK))
  }

  private static func failure(_ code: Int32) -> SystemFailure {
    SystemFailure(call: "openat", file: "a.store", code: code)
  }

  /// Returns the system's description of an error, which differs between systems.
  private static func text(_ code: Int32) -> String {
    String(cString: strerror(code))
  }
}
