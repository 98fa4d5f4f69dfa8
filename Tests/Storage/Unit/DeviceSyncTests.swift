import Foundation
import Testing

@testable import Storage

@Suite("Syncs of writes")
struct DeviceSyncTests {
  @Test func `A critical append is on the device before it returns`() {
    #expect(DeviceSync(ofAddition: .powerCut) == .full)
  }

  @Test func `Other appends do not wait, and new content is ordered before its rename`() {
    #expect(DeviceSync(ofAddition: .crash) == .none)
    #expect(DeviceSync(ofAddition: .nothing) == .none)
    #expect(DeviceSync(ofReplacement: .powerCut) == .barrier)
    #expect(DeviceSync(ofReplacement: .crash) == .barrier)
    #expect(DeviceSync(ofReplacement: .nothing) == .none)
  }

  @Test func `Only an unsupported command falls back to another one`() {
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

  @Test
  func `An interrupted command is repeated, and its failure is the failure of the write`() throws {
    var codes = [EINTR, EINTR, 0]
    #expect(try DeviceSync.full.isDone("file") { codes.removeFirst() })
    #expect(codes.isEmpty)

    codes = [EINTR, EIO, 0]
    let failure = try #require(throws: SystemFailure.self) {
      try DeviceSync.full.isDone("file") { codes.removeFirst() }
    }
    #expect(failure.code == EIO)
    #expect(codes == [0])

    codes = [ENOTSUP, 0]
    #expect(try !DeviceSync.full.isDone("file") { codes.removeFirst() })
    #expect(codes == [0])
  }
}
