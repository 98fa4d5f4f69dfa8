import AddressesTestSupport
import Foundation
import NetworkingTestSupport
import Sync
import SyncTestSupport

@testable import Addresses

/// Simulates a world with an address book step by step, and checks the module's guarantees.
///
/// The user has three addresses, identified by their labels, each at one of four places. Only this
/// device changes the first two: each has to have its last content, once. The third is also changed
/// and removed on another device, and the user decides.
final class AddressSimulation: DeviceSimulation {
  /// The state of an address that the user expects.
  struct Wish: Equatable {
    var place = 0
    var floor = 0
    /// The number of the last use among all uses.
    var used = 0
  }

  static let own = 0...1

  let executor: SimulationExecutor
  let clock = VirtualClock()
  let disk: AddressDisk
  let network: DeviceNetwork<WhimsicalAddressServer>
  let ledger: Ledger
  let seed: UInt64
  var isOffline = false
  var gate = Gate()
  lazy var city = SettledCity(.almaty, gate: gate)
  lazy var book = launch()
  var running: Task<Void, Never>?

  /// The expected addresses; `nil` for an address that should not exist.
  var edits: [Wish?] = [nil, nil, nil]
  /// The ids of the addresses on this device.
  var names: [SavedAddress.ID?] = [nil, nil, nil]
  /// The index of the address that is certainly the default, among the first two; `nil` if none is
  /// certain.
  var preferred: Int?
  /// Whether the third address was changed here and then removed elsewhere, and the user has not
  /// discarded it.
  var isOwed = false
  /// Whether the app reported that a crash would lose a change of the address.
  var isUnsure = [false, false, false]
  /// Whether the app reported that a crash would lose the last change.
  var isDoubtful = false
  var uses = 0
  var foreigners = 0

  init(_ world: DeviceWorld<AddressSimulation>, isTracing: Bool) {
    seed = world.seed
    executor = SimulationExecutor(seed: seed)
    ledger = Ledger(isTracing: isTracing)
    disk = AddressDisk([], on: executor)
    network = DeviceNetwork(
      to: WhimsicalAddressServer(seed: seed), in: world, on: executor, clock, ledger)
  }

  func begin() {
    gate = Gate(closedFor: isOffline ? [.offline] : [])
    city = SettledCity(.almaty, gate: gate)
    book = launch()
    let book = book
    live { do { try await book.run() } catch {} }
    _ = answer { for await state in book.states() where state.sync.isLoaded { break } }
  }

  private func launch() -> OptimisticAddressBook {
    let life = disk.restart()
    let ids = SimulatedIDs(life: life.number)
    // The time never changes: the order of uses must not depend on a clock.
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    var environment = FeatureEnvironment(
      transport: network.transport(behind: gate), city: city, clock: clock,
      random: SplitMix64(seed: seed), now: { now }, makeID: { ids.next() })
    environment.makeJournal = { _ in OutboxJournal(life) }
    return OptimisticAddressBook(
      in: environment, base: AddressDiskBase(life: life), templates: .samples)
  }
}
