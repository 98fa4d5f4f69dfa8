import Sync
import Testing

@Suite("A gate")
struct GateTests {
  @Test func `a gate counts how often it was closed`() {
    let gate = Gate()
    #expect(gate.closings == 0)
    gate.close(for: .offline)
    #expect(gate.closings == 1)
    // The gate is already closed, so another reason does not close it again.
    gate.close(for: .noCity)
    #expect(gate.closings == 1)
    gate.open(for: .offline)
    gate.open(for: .noCity)
    gate.close(for: .offline)
    #expect(gate.closings == 2)
  }

  @Test func `a gate that begins closed counts as closed once`() {
    #expect(Gate(closedFor: [.offline, .noCity]).closings == 1)
  }
}
