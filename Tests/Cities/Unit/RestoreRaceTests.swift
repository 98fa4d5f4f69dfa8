import CitiesTestSupport
import Foundation
import Networking
import Sync
import SyncTestSupport
import Testing

@testable import Cities

struct RestoreRaceTests {
  private let device = CityDevice()

  @Test
  func `A late read of a start does not replace a city that was chosen meanwhile`() throws {
    try device.block()
    for seed in 0..<20 as Range<UInt64> {
      let (catalog, executor) = (device.launch(in: "ru"), SimulationExecutor(seed: seed))
      for _ in 0..<4 { _ = executor.start { await catalog.start(with: nil) } }
      _ = executor.start { await catalog.outcome(of: .moscow) }
      for _ in 0..<4 { _ = executor.start { await catalog.start(with: nil) } }
      while executor.step() {}

      #expect(catalog.state.currentCity?.id == .moscow, "seed \(seed)")
    }
  }

  @Test func `A later choice is current, whichever finds the stored city first`() async throws {
    try await device.launch(in: "en").choose(.belgrade)
    try interleave {
      _ = await $0.outcome(of: .moscow)
    } and: {
      _ = await $0.outcome(of: .almaty)
    } expecting: {
      $0.state.currentCity?.id == .almaty
    }
  }

  @Test(arguments: [true, false])
  func `A city that becomes current while the stored city is read stays current`(
    isReadable: Bool
  ) async throws {
    if isReadable {
      try await device.launch(in: "en").choose(.moscow)
    } else {
      try device.block()
    }
    let almaty = try StoredCity.sample(.almaty)
    try interleave {
      await $0.start(with: nil)
    } and: {
      do { try $0.makeCurrent(almaty, by: 1) } catch { Issue.record(error) }
    } expecting: {
      $0.state.stage == .ready(almaty.city) && $0.current == almaty
    }
  }

  @Test func `The language of a later call is selected, whichever reads its files first`()
    async throws
  {
    try await device.launch(in: "ru").refreshList()
    try interleave {
      await $0.select("ru")
    } and: {
      await $0.select("kk")
    } expecting: {
      $0.state.language == "kk"
    }
  }

  @Test func `A city whose write ends after a later choice does not become current`() async throws {
    let catalog = try #require(device.launch(in: "en") as? LiveCityCatalog)
    try await catalog.makeCurrent(.sample(.almaty), by: 2)

    await #expect(throws: CitiesError.superseded) {
      try await catalog.makeCurrent(.sample(.moscow), by: 1)
    }

    #expect(catalog.state.currentCity?.id == .almaty)
    #expect(await catalog.current?.city.id == .almaty)
  }

  @Test(arguments: [true, false])
  func `A start while a city is being stored makes none current, and does not lead to the picker`(
    isReadable: Bool
  ) async throws {
    if isReadable {
      try await device.launch(in: "ru").choose(.moscow)
    } else {
      try device.block()
    }
    let catalog = try #require(device.launch(in: "ru") as? LiveCityCatalog)
    await catalog.receive(try .sample(.almaty))

    await catalog.start(with: nil)

    #expect(catalog.state.stage == .starting)
  }

  /// Runs two calls of new catalogs in many orders; the second begins after some steps of the first.
  private func interleave(
    _ first: @escaping @Sendable (isolated LiveCityCatalog) async -> Void,
    and second: @escaping @Sendable (isolated LiveCityCatalog) async -> Void,
    expecting isSo: @escaping @Sendable (isolated LiveCityCatalog) -> Bool
  ) throws {
    for seed in 0..<40 as Range<UInt64> {
      let catalog = try #require(device.launch(in: "en") as? LiveCityCatalog)
      let executor = SimulationExecutor(seed: seed)
      _ = executor.start { await first(catalog) }
      // The first step begins the task, and the second one its call.
      for _ in 0..<2 + seed % 8 { executor.step() }
      _ = executor.start { await second(catalog) }
      while executor.step() {}

      #expect(try atOnce { await isSo(catalog) }, "seed \(seed)")
    }
  }
}

extension LiveCityCatalog {
  /// Sets the state of a catalog that has received a city and is writing it.
  fileprivate func receive(_ city: StoredCity) { cityFromResponse = city }
}

extension LiveCityCatalog {
  /// Selects a language, unless a later call has selected another one.
  fileprivate func select(_ language: Language) async {
    do throws(CitiesError) { try await setLanguage(language) } catch {
      #expect(error == .superseded)
    }
  }
}

extension StoredCity {
  /// Returns a sample city in Russian, as a catalog stores it.
  static func sample(_ city: SampleCity) throws -> StoredCity {
    let details = try JSONDecoder().decode(City.self, from: city.details(in: "ru").data)
    return StoredCity(city: details, language: "ru", validator: nil, time: .distantPast)
  }
}
