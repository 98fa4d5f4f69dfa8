import Cities
import CitiesTestSupport
import StorageTestSupport
import Sync
import Testing

struct EndingTests {
  private let device = CityDevice()

  @Test
  func `In a canceled task every call ends, and what asks the server says that it was canceled`()
    async throws
  {
    let catalog = device.launch(in: "en")
    for call in calls { await call.verify(.cancelled, on: catalog) }
    #expect(catalog.state.failure?.error == .cancelled)
    #expect(catalog.state.currentCity == nil)
  }

  @Test func `A call that is canceled while the server does not answer says so`() async throws {
    let catalog = device.launch(in: "en")
    let list = device.server.holdList()
    let refresh = Call("refreshList") { _ = try await $0.refreshList() }
    #expect(
      await refresh.failureWhenCancelled(on: catalog) { await list.arrived() } == .cancelled)

    let start = device.server.hold(.almaty)
    let begin = Call("start") { await $0.start(with: .almaty) }
    #expect(await begin.failureWhenCancelled(on: catalog) { await start.arrived() } == nil)
    #expect(catalog.state.failure?.error == .cancelled)

    let moscow = try await catalog.choose(.moscow)
    let choice = device.server.hold(.almaty)
    let choose = Call("choose") { try await $0.choose(.almaty) }
    #expect(
      await choose.failureWhenCancelled(on: catalog) { await choice.arrived() } == .cancelled)
    #expect(catalog.state.stage == .ready(moscow) && catalog.state.failure?.error == .cancelled)
  }

  private typealias Call = EndingCall<any CityCatalog, CitiesError>

  /// All calls of a catalog; each performs its requests in the calling task, so there is no `run()`.
  private var calls: [Call] {
    [
      Call("load") { await $0.load() },
      Call("loadList") { _ = await $0.loadList() },
      Call("start") { await $0.start(with: .almaty) },
      Call("refreshList", cancelled: .failure(.cancelled)) { _ = try await $0.refreshList() },
      Call("choose", cancelled: .failure(.cancelled)) { try await $0.choose(.almaty) },
      Call("setLanguage", cancelled: .success) {
        try await $0.setLanguage(Language(rawValue: "ru"))
      },
    ]
  }
}
