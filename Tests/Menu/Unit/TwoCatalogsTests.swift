import Foundation
import Menu
import MenuTestSupport
import Networking
import Storage
import StorageTestSupport
import Sync
import Testing

@Suite("Two menu catalogs on one directory", .temporaryDirectory)
struct TwoCatalogsTests {
  private let server = MenuServerDouble()
  private let gate = Gate()

  @Test
  func `The second one says that the files are in use, and takes nothing away from the first`()
    async throws
  {
    let directory = StorageDirectory(TemporaryDirectory.url)
    let first = catalog(in: directory)
    try await first.running { try await first.refresh() }
    let menu = await first.loaded().menu
    #expect(menu?.products.count == 4)

    let second = catalog(in: directory)
    let failure = FetchFailure.notStored(.inUse("menus"))
    try await second.running {
      #expect(await second.refreshFailure() == .fetch(failure))
      for await state in second.states() {
        #expect(state.menu == nil)
        if state.fetch == .failed(failure) || state.menu != nil { break }
      }
    }
    #expect(await first.loaded().menu == menu)
    directory.close()

    server.isOffline = true
    let restarted = catalog(in: StorageDirectory(TemporaryDirectory.url))
    #expect(await restarted.loaded().menu == menu)
  }

  private func catalog(in directory: StorageDirectory) -> any MenuCatalog {
    MenuFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, directory: directory, city: SettledCity(.sampleCity, gate: gate),
        now: { Date(timeIntervalSince1970: 1_795_000_000) }),
      fulfillment: .delivery)
  }
}
