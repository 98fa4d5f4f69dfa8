import Foundation
import ShowcaseKit
import Sync
import Testing

struct SandboxDeviceTests {
  @Test(arguments: [[], [.signedOut], [.noCity]] as [[Gate.Reason]])
  func `The network is switched off and on, whatever else closes the gate`(
    _ others: [Gate.Reason]
  ) {
    let device = SandboxDevice(URL(filePath: "/nowhere"))
    for reason in others { device.gate.close(for: reason) }
    for isOff in [true, false, true, false] {
      #expect(device.switchNetwork() == (isOff ? "There is no network." : "The network is back."))
      #expect(device.gate.reasons == Set(others + (isOff ? [.offline] : [])))
    }
  }
}
