import Foundation
import Testing

@testable import Storage

@Suite("Syncs of writes")
struct DeviceSyncTests {
  @Test("A critical append is on the device before it returns")
  func critical() {
    #expect(DeviceSync(ofAddition: .powerCut) == .full)
  }

  @Test("An append that has to survive only a crash does not wait for the device")
  func addition() {
    #expect(DeviceSync(ofAddition: .crash) == .none)
    #expect(DeviceSync(ofAddition: .nothing) == .none)
  }

  @Test("New content is ordered before its rename")
  func replacement() {
    #expect(DeviceSync(ofReplacement: .powerCut) == .barrier)
    #expect(DeviceSync(ofReplacement: .crash) == .barrier)
    #expect(DeviceSync(ofReplacement: .nothing) == .none)
  }

  @Test("Only an unsupported command falls back to another one")
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

  @Test("An interrupted command is repeated, and its failure is the failure of the write")
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
