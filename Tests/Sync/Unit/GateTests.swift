import Sync
import Testing

@Suite struct GateTests {
  @Test func `A gate counts how often it was closed`() {
    #expect(Gate().closings == 0)
    let gate = Gate(closedFor: [.offline, .noCity])
    #expect(gate.closings == 1)
    gate.open(for: .offline)
    gate.open(for: .noCity)
    gate.close(for: .offline)
    // The gate is already closed, so another reason does not close it again.
    gate.close(for: .noCity)
    #expect(gate.closings == 2)
  }
}
