import CitiesTestSupport
import Foundation
import Sync
import SyncTestSupport
import Testing

@testable import Cities

@Suite("A start beside a choice", .serialized)
struct RestoreRaceTests {
  @Test
  func `A late read of a start does not replace a city that was chosen meanwhile`() throws {
    let device = CityDevice()
    try device.block()
    for seed in 0..<50 as Range<UInt64> {
      let (catalog, executor) = (device.launch(in: "ru"), SimulationExecutor(seed: seed))
      for _ in 0..<4 { _ = executor.start { await catalog.start(with: nil) } }
      _ = executor.start { await catalog.outcome(of: .moscow) }
      for _ in 0..<4 { _ = executor.start { await catalog.start(with: nil) } }
      while executor.step() {}

      #expect(catalog.state.currentCity?.id == .moscow, "seed \(seed)")
    }
  }

  @Test func `A later choice is current, whichever finds the stored city first`() async throws {
    let device = CityDevice()
    try await device.launch(in: "ru").choose(.belgrade)
    for seed in 0..<100 as Range<UInt64> {
      let catalog = try #require(device.launch(in: "ru") as? DefaultCityCatalog)
      let executor = SimulationExecutor(seed: seed)
      _ = executor.start { await catalog.outcome(of: .moscow) }
      // The first step begins the task, and the second one its call.
      for _ in 0..<2 + seed % 4 { executor.step() }
      _ = executor.start { await catalog.outcome(of: .almaty) }
      while executor.step() {}

      #expect(catalog.state.currentCity?.id == .almaty, "seed \(seed)")
    }
  }

  @Test
  func `a start while a city is being stored does not make it current before the file has it`()
    async throws
  {
    let device = CityDevice()
    try await device.launch(in: "ru").choose(.moscow)
    let catalog = try #require(device.launch(in: "ru") as? DefaultCityCatalog)
    await catalog.receive(try .sample(.almaty))

    await catalog.start(with: nil)

    #expect(catalog.state.stage == .starting)
  }

  @Test
  func `a read that fails while a city is being stored does not lead to the picker`() async throws {
    let device = CityDevice()
    try device.block()
    let catalog = try #require(device.launch(in: "ru") as? DefaultCityCatalog)
    await catalog.receive(try .sample(.almaty))

    await catalog.start(with: nil)

    #expect(catalog.state.stage == .starting)
  }
}

extension DefaultCityCatalog {
  /// Sets the state of a catalog that has received a city and is writing it.
  fileprivate func receive(_ city: KeptCity) { cityFromResponse = city }
}

extension KeptCity {
  /// Returns a sample city in Russian, as a catalog stores it.
  static func sample(_ city: SampleCity) throws -> KeptCity {
    let details = try JSONDecoder().decode(City.self, from: city.details(in: "ru").data)
    return KeptCity(city: details, language: "ru", validator: nil)
  }
}
