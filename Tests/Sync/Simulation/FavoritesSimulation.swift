import Favorites
import FavoritesServer
import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport

/// Simulates a world with an outside team's feature step by step, and checks its rules.
///
/// Only this device changes three of the products: each is displayed, and in the end at the server,
/// exactly if the user last wanted it. Another device adds and removes products of its own.
final class FavoritesSimulation: DeviceSimulation {
  enum Step: SimulatedStep {
    case add(Int), remove(Int), move(Int, behind: Int?), addGhost, discard, refresh
    case addElsewhere(Int), removeElsewhere(Int)
    case leaveCity, settleInCity, fillDisk, freeDisk
    case device(DeviceStep)
  }

  var device: SimulatedDevice<FavoritesServer>
  let disk: DeviceDisk<Int>
  var hasCity = true
  lazy var city = SettledCity(.almaty, gate: gate)
  lazy var favorites = launch()

  /// Whether the user wants each of the device's products; `nil` when a crash may have lost that.
  private var wanted: [Bool?] = [false, false, false]

  init(_ world: DeviceWorld<FavoritesSimulation>, isTracing: Bool) {
    device = SimulatedDevice(in: world, isTracing: isTracing) { _ in FavoritesServer() }
    disk = DeviceDisk(0, on: device.executor)
  }

  static func world(_ seed: UInt64) -> DeviceWorld<FavoritesSimulation> {
    let weights = [8, 6, 6, 2, 3, 2, 3, 2, 2, 3, 1, 2, 1, 2, 2, 8, 4, 4]
    return DeviceWorld(seed: seed, usual: weights, count: 10...40) { kind, random in
      let product = Int.random(in: 0..<3, using: &random)
      let other = Int.random(in: 0..<3, using: &random)
      return switch kind {
      case 0: .add(product)
      case 1: .remove(product)
      case 2: .move(product, behind: other == product ? nil : other)
      case 3: .addGhost
      case 4: .discard
      case 5: .refresh
      case 6: .addElsewhere(product)
      case 7: .removeElsewhere(product)
      case 8: .closeGate
      case 9: .openGate
      case 10: .leaveCity
      case 11: .settleInCity
      case 12: .fillDisk
      case 13: .freeDisk
      case 14: .kill
      case 15: .run(1 + product * 9 + other)
      case 16: .rest
      default: .wait
      }
    }
  }

  func begin() {
    renewGate()
    city = SettledCity(hasCity ? .almaty : nil, gate: gate)
    favorites = launch()
    live(favorites.run)
  }

  private func launch() -> Favorites {
    let life = disk.restart()
    var environment = environment(of: life.number, in: city)
    environment.makeJournal = { _ in life }
    return Favorites(in: environment)
  }

  func perform(_ step: Step) {
    switch step {
    case .add(let product): tap(product, true) { try await $0.add("own\(product)") }
    case .remove(let product): tap(product, false) { try await $0.remove("own\(product)") }
    case .move(let product, let other):
      tap(product, nil) { try await $0.move("own\(product)", behind: other.map { "own\($0)" }) }
    case .addGhost:
      let favorites = favorites
      _ = ask { try await favorites.add("ghost") }
    case .discard: discard()
    case .refresh:
      let favorites = favorites
      Task(executorPreference: executor) { do { try await favorites.refresh() } catch {} }
    case .addElsewhere(let product):
      network.change { server in
        if !server.products.contains("far\(product)") { server.products.append("far\(product)") }
      }
    case .removeElsewhere(let product):
      network.change { $0.products.removeAll { $0 == "far\(product)" } }
    case .leaveCity: settle(false)
    case .settleInCity: settle(true)
    case .fillDisk: disk.room = .none
    case .freeDisk: disk.room = .enough
    case .device(let step): perform(onDevice: step)
    }
  }

  private func settle(_ hasCity: Bool) {
    self.hasCity = hasCity
    city.settle(in: hasCity ? .almaty : nil)
  }

  /// Performs a user's action on an own product, and waits for the result.
  private func tap(
    _ product: Int, _ isWanted: Bool?,
    _ call: @escaping @Sendable (Favorites) async throws -> Void
  ) {
    let favorites = favorites
    guard ask({ try await call(favorites) }) != nil else { return }
    if let isWanted { wanted[product] = isWanted }
    // A crash may lose it, or what it was merged with.
    if favorites.state.sync.write != .written { wanted[product] = nil }
  }

  private func discard() {
    let favorites = favorites
    for change in favorites.state.refused.keys.sorted() {
      _ = ask { try await favorites.discard(change) }
    }
  }

  func look() {
    let state = favorites.state
    ledger.note("shown: \(state.products) refused: \(state.refused.keys.sorted())")
    ledger.expect(Set(state.products).count == state.products.count, "a product is shown twice")
    for (product, isWanted) in wanted.enumerated() {
      guard let isWanted, state.sync.fetch != .notRunning else { continue }
      ledger.expect(
        state.products.contains("own\(product)") == isWanted || !hasFetched,
        "own\(product) is not shown as wanted")
    }
  }

  /// Whether this life has fetched; before that, the server's products are unknown, as no base is
  /// stored.
  private var hasFetched: Bool { favorites.state.sync.isSettled }

  func finish() {
    disk.room = .enough
    settle(true)
    goOnline()
    for _ in 0..<60 where ledger.violation == nil {
      quiesce()
      look()
      goOnline()
      discard()
    }
    // A removal from the journal that a full disk refused is written with the next change.
    perform(.add(0))
    quiesce()
    guard refreshAtLast(favorites.refresh) else { return }
    let (state, server) = (favorites.state, network.server)
    ledger.expect(state.sync.isSettled, "it does not settle: \(state)")
    ledger.expect(disk.journalCount == 0, "changes that the base contains stay in the journal")
    ledger.expect(
      state.products == server.products, "\(state.products) shown, not \(server.products)")
    for (product, isWanted) in wanted.enumerated() {
      guard let isWanted else { continue }
      ledger.expect(
        server.products.contains("own\(product)") == isWanted, "own\(product) is lost or doubled")
    }
    kill()
  }
}

extension FavoritesServer: DeviceServer {
  static var isAskedFirst: Bool { true }

  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse { answer(request) }
}
