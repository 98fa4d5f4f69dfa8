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

  @Test func `A gate in another one counts the closings of both, and tells of both`() async {
    let device = Gate()
    let user = Gate(in: device)
    var changes = user.changes().makeAsyncIterator()
    #expect(await changes.next() == [])
    device.close(for: .offline)
    #expect(await changes.next() == [.offline])
    user.close(for: .signedOut)
    #expect(await changes.next() == [.offline, .signedOut])
    #expect(user.closings == 2 && device.closings == 1)
    #expect(Gate(in: device, heeding: [.offline]).closings == 1)
  }

  @Test func `A gate that heeds one reason of another gate ignores the others`() async {
    let device = Gate(closedFor: [.noCity])
    let gate = Gate(in: device, heeding: [.offline])
    #expect(gate.isOpen)

    var changes = gate.changes().makeAsyncIterator()
    #expect(await changes.next() == [])
    device.close(for: .offline)
    #expect(await changes.next() == [.offline])
    device.open(for: .offline)
    #expect(await changes.next() == [])

    gate.close(for: .signedOut)
    #expect(gate.reasons == [.signedOut] && device.reasons == [.noCity])
  }
}
