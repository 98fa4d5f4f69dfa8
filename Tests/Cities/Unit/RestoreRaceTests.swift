import CitiesTestSupport
import Foundation
import Sync
import Testing

@testable import Cities

@Suite("A start beside a choice", .serialized, .timeLimit(.minutes(15)))
struct RestoreRaceTests {
  @Test
  func `A late read of a start does not replace a city that was chosen meanwhile`() async throws {
    let device = CityDevice()
    try device.block()
    for _ in 0..<50 {
      let catalog = device.launch(in: "ru")
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask(priority: .background) { await catalog.start(with: nil) } }
        group.addTask(priority: .high) { _ = await catalog.outcome(of: .moscow) }
        for _ in 0..<4 { group.addTask(priority: .background) { await catalog.start(with: nil) } }
      }
      #expect(catalog.state.currentCity?.id == .moscow)
    }
  }

  @Test func `A later choice is current, whichever finds the stored city first`() async throws {
    let device = CityDevice()
    try await device.launch(in: "ru").choose(.belgrade)
    for _ in 0..<100 {
      let catalog = try #require(device.launch(in: "ru") as? DefaultCityCatalog)
      let earlier = Task(priority: .background) { await catalog.outcome(of: .moscow) }
      while await catalog.latestAttempt == 0 { await Task.yield() }
      _ = try await catalog.choose(.almaty)
      _ = await earlier.value

      #expect(catalog.state.currentCity?.id == .almaty)
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
