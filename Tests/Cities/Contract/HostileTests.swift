import Cities
import CitiesTestSupport
import Networking
import NetworkingTestSupport
import Sync
import Testing

struct HostileTests {
  private let device = CityDevice()

  @Test func `An answer of an intermediary removes no city and no list`() async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.refreshList()
    let moscow = try await catalog.choose(.moscow)
    let list = await catalog.loadList()

    for answer in HostileAnswer.all where answer.hasReachedService {
      device.server.fault = .hostile(answer)
      // A plain "not modified" may be accepted: it confirms the stored data.
      do { _ = try await catalog.refreshList() } catch {}
      do { try await catalog.choose(.moscow) } catch {}
      let failure = await catalog.outcome(of: .almaty).error
      #expect(failure != .unknownCity(.almaty), "\(answer.testDescription)")
      #expect(failure != nil, "\(answer.testDescription)")
      #expect(catalog.state.stage == .ready(moscow), "\(answer.testDescription)")
      #expect(await catalog.loadList() == list, "\(answer.testDescription)")
      #expect(device.gate.isOpen, "\(answer.testDescription)")
    }

    device.server.fault = nil
    try await catalog.choose(.almaty)
  }
}
