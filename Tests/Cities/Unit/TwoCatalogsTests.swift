import Cities
import CitiesTestSupport
import Storage
import StorageTestSupport
import Sync
import Testing

@Suite(.temporaryDirectory)
struct TwoCatalogsTests {
  private let server = CityServerDouble()

  @Test
  func `A second catalog of a directory reports the files in use, and the first keeps its city`()
    async throws
  {
    let directory = StorageDirectory(TemporaryDirectory.url)
    let first = catalog(in: directory)
    let moscow = try await first.choose(.moscow)

    let second = catalog(in: directory)
    await second.start(with: nil)
    let reason = StorageError.inUse("current-city")
    #expect(second.state.stage == .choosing(.unreadable(reason)))
    // The choice applies to this run, and the state says that it was not stored.
    try await second.choose(.belgrade)
    #expect(second.state.write == .failed(reason))
    #expect(first.state.stage == .ready(moscow))
    directory.close()

    let restarted = catalog(in: StorageDirectory(TemporaryDirectory.url))
    await restarted.start(with: nil)
    #expect(restarted.state.stage == .ready(moscow))
  }

  private func catalog(in directory: StorageDirectory) -> any CityCatalog {
    FeatureEnvironment(transport: server, directory: directory).makeCityCatalog(language: "ru")
  }
}
