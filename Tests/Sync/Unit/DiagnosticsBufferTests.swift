@testable import Sync
import Testing

struct DiagnosticsBufferTests {
  @Test func `An observer loses the oldest events, and never holds up the engine`() async {
    let diagnostics = Diagnostics()
    let events = diagnostics.events()
    for _ in 0..<1_500 { diagnostics.report(.renewal(.failed)) }
    diagnostics.report(.renewal(.revoked))
    var count = 0
    for await event in events {
      count += 1
      if event == .renewal(.revoked) { break }
    }
    #expect(count == 1_000)
  }
}
