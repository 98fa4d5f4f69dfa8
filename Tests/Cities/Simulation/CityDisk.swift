import CitiesTestSupport
import Foundation
import Storage
import SyncTestSupport

@testable import Cities

/// Storage of a simulated app across its processes.
enum CityDisk: Sendable {
  /// Memory that survives a kill, with atomic writes.
  case memory
  /// Real files in this directory, in a separate copy for each process.
  case files(URL)

  func first() throws -> CitiesRepositories {
    switch self {
    case .memory:
      CitiesRepositories(
        city: SingleRepository(), list: SingleRepository(), beginning: SingleRepository(),
        confirmations: SingleRepository())
    case .files(let folder): CitiesRepositories(directory: StorageDirectory(at(0, folder)))
    }
  }

  /// Returns the repositories of the next process.
  func next(after kept: CitiesRepositories, process: Int) throws -> CitiesRepositories {
    switch self {
    case .memory:
      let (city, list) = try atOnce { (try await kept.city.value(), try await kept.list.value()) }
      let beginning = try atOnce { try await kept.beginning.value() }
      let confirmations = try atOnce { try await kept.confirmations.value() }
      return CitiesRepositories(
        city: SingleRepository(inMemory: city), list: SingleRepository(inMemory: list),
        beginning: SingleRepository(inMemory: beginning),
        confirmations: SingleRepository(inMemory: confirmations))
    case .files(let folder):
      // A copy, because the previous process may still have its directory open.
      let last = at(process - 1, folder)
      if FileManager.default.fileExists(atPath: last.path) {
        try FileManager.default.copyItem(at: last, to: at(process, folder))
      }
      return CitiesRepositories(directory: StorageDirectory(at(process, folder)))
    }
  }

  /// Simulates the previous release: it loads the stored city and stores the chosen one.
  func runReleaseBefore(
    _ kept: inout CitiesRepositories, process: Int, choosing city: City?, in language: Language
  ) throws {
    let new = city.map { KeptCityV1(city: CityV1($0), language: language) }
    switch self {
    case .memory:
      // The previous release has no validators.
      let found = try atOnce { [kept] in try await kept.city.value() }
        .map(KeptCityV1.init)
      let left = try (new ?? found).map {
        KeptCity(city: try $0.city.current(), language: $0.language, validator: nil)
      }
      kept = CitiesRepositories(
        city: SingleRepository(inMemory: left), list: SingleRepository(),
        beginning: SingleRepository(), confirmations: SingleRepository())
    case .files(let folder):
      let directory = StorageDirectory(at(process, folder))
      let old = SingleRepository(
        .memoryBackedByFile("current-city"), class: .critical,
        schema: StoredSchema(KeptCityV1.self),
        in: directory)
      try atOnce {
        // The previous release throws if only a file of a newer release exists.
        do { _ = try await old.value() } catch {}
        if let new { try await old.save(new) }
      }
      directory.close()
      kept = CitiesRepositories(directory: StorageDirectory(at(process, folder)))
    }
  }

  func city(in kept: CitiesRepositories) throws -> City? {
    try atOnce { try await kept.city.value() }?.city
  }

  private func at(_ process: Int, _ folder: URL) -> URL { folder.appending(path: "\(process)") }
}
