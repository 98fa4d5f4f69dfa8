import Foundation
import Testing

@testable import Storage

@Suite("A write ends with the sync of its durability")
struct DeviceSyncTests {
  @Test("A critical addition is on the device before it has ended")
  func critical() {
    #expect(DeviceSync(ofAddition: .powerCut) == .full)
  }

  @Test("An addition that survives a crash waits for no device")
  func addition() {
    #expect(DeviceSync(ofAddition: .crash) == .none)
    #expect(DeviceSync(ofAddition: .nothing) == .none)
  }

  @Test("A new content is on its way to the device before it takes the name of the old one")
  func replacement() {
    #expect(DeviceSync(ofReplacement: .powerCut) == .barrier)
    #expect(DeviceSync(ofReplacement: .crash) == .barrier)
    #expect(DeviceSync(ofReplacement: .nothing) == .none)
  }

  @Test("Only a command that the file system does not know is replaced by another")
  func fallback() {
    for code in Int32(1)...133 {
      let expected: DeviceSync.Answer =
        switch code {
        case EINTR: .retry
        case ENOTSUP, ENOTTY, EINVAL: .fallBack
        default: .fail
        }
      #expect(DeviceSync.answer(to: code) == expected, "errno \(code)")
    }
  }

  @Test("An interrupted command is given again, and its failure is the failure of the write")
  func interrupted() throws {
    var codes = [EINTR, EINTR, 0]
    #expect(try DeviceSync.full.isDone { codes.removeFirst() })
    #expect(codes.isEmpty)

    codes = [EINTR, EIO, 0]
    let failure = try #require(throws: CallFailure.self) {
      try DeviceSync.full.isDone { codes.removeFirst() }
    }
    #expect(failure.code == EIO)
    #expect(codes == [0])

    codes = [ENOTSUP, 0]
    #expect(try !DeviceSync.full.isDone { codes.removeFirst() })
    #expect(codes == [0])
  }
}
