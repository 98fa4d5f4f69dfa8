import CitiesTestSupport
import Foundation
import Storage
import Sync
import Testing

@testable import Cities

struct RestartTests {
  private let device = CityDevice()

  @Test func `A new catalog withdraws the city that an earlier one has settled`() async throws {
    let environment = FeatureEnvironment(transport: device.server)
    let first = environment.makeCityCatalog(language: "ru")
    try await first.choose(.moscow)
    #expect(environment.city.context != nil)

    _ = environment.makeCityCatalog(language: "ru")

    #expect(environment.city.context == nil)
  }

  @Test func `A damaged city is set aside, reported, and can be chosen again`() async throws {
    try await device.launch(in: "ru").choose(.moscow)
    let damaged = try device.damage("current-city.v1.store")
    let catalog = await device.start(in: "ru")

    guard case .choosing(.damaged(.corrupt(_, _, let quarantine))) = catalog.state.stage else {
      throw UnexpectedStage(catalog.state.stage)
    }
    #expect(quarantine == "current-city.v1.store.corrupt")
    #expect(try device.files() == ["current-city.v1.store.corrupt"])
    #expect(try device.bytes(of: "current-city.v1.store.corrupt") == damaged)
    try await catalog.choose(.almaty)
    #expect(catalog.state.write == .written)
    let next = await device.start(in: "ru")
    #expect(next.state.currentCity?.id == .almaty)
    #expect(try device.bytes(of: "current-city.v1.store.corrupt") == damaged)
  }

  @Test
  func `A newer release's city is reported and left alone, and another is stored beside it`()
    async throws
  {
    let later = SingleRepository(
      .file("current-city"), class: .critical,
      schema: StoredCity.schema.step("a city is a number") { $0.city.id },
      in: device.storage())
    try await later.save(.moscow)
    let bytes = try device.bytes(of: "current-city.v2.store")
    let catalog = await device.start(in: "ru")
    let newer = StorageError.newer(file: "current-city.v2.store", version: 2)
    #expect(catalog.state.stage == .choosing(.unreadable(newer)))
    let almaty = try await catalog.choose(.almaty)

    #expect(catalog.state.stage == .ready(almaty))
    #expect(catalog.state.write == .written)
    #expect(try device.bytes(of: "current-city.v2.store") == bytes)
    #expect(try device.files() == ["current-city.v1.store", "current-city.v2.store"])
  }

  @Test
  func
    `A chosen city serves this run while the disk is unreadable, and is stored once that is possible`()
    async throws
  {
    try device.block()
    let catalog = await device.start(in: "ru")
    guard case .choosing(.unreadable) = catalog.state.stage else {
      throw UnexpectedStage(catalog.state.stage)
    }
    let moscow = try await catalog.choose(.moscow)
    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.write != .written)

    try device.unblock()
    await catalog.start(with: nil)

    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.write == .written)
    device.server.fault = .offline
    let next = await device.start(in: "ru")
    #expect(next.state.stage == .ready(moscow))
    #expect(next.state.choice == nil)
  }

  @Test func `A city whose write failed is written before data that the user would only miss`()
    async throws
  {
    let directory = device.storage()
    let catalog = FeatureEnvironment(transport: device.server, directory: directory)
      .makeCityCatalog(language: "ru")
    await catalog.start(with: nil)
    try device.block()
    try await catalog.choose(.moscow)
    #expect(catalog.state.write != .written)
    try device.unblock()

    let draft = SingleRepository(
      .file("draft"), class: .userState, schema: StoredSchema(String.self), in: directory)
    try await draft.save("")

    #expect(try device.files() == ["current-city.v1.store", "draft.v1.store"])
  }

  @Test func `A city that was unreadable is found by another start`() async throws {
    try await device.launch(in: "ru").choose(.moscow)
    let kept = try device.bytes(of: "current-city.v1.store")
    try FileManager.default.removeItem(at: device.directory)
    try device.block()
    let catalog = await device.start(in: "ru")
    try device.unblock()
    try device.put(kept, as: "current-city.v1.store")

    await catalog.start(with: nil)

    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(catalog.state.write == .written)
  }
}

/// Error that ends a test at an unexpected stage.
struct UnexpectedStage: Error {
  let stage: CityState.Stage
  init(_ stage: CityState.Stage) { self.stage = stage }
}
