import AddressesTestSupport
import Foundation
import NetworkingTestSupport
import Sync
import SyncTestSupport

@testable import Addresses

/// Plays a world with an address book, one step at a time, and looks for broken promises.
///
/// The user has three addresses, told by their labels, that are at one of four places each. Nobody
/// else changes the first two: they are to be what was wished last, once. The third is also changed and
/// removed on another device, and the user decides.
final class AddressSimulation: DeviceSimulation {
  /// What the user has made of an address, whatever became of it.
  struct Wish: Equatable {
    var place = 0
    var floor = 0
    /// The order in which addresses were used.
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

  /// What there is to be; `nil` when nothing.
  var wishes: [Wish?] = [nil, nil, nil]
  /// What the addresses are called on this device.
  var names: [SavedAddress.ID?] = [nil, nil, nil]
  /// Which of the first two addresses is certainly the default; `nil` when nobody can say.
  var preferred: Int?
  /// Whether the third was changed here and then removed elsewhere, and the user has not given it up.
  var isOwed = false
  /// Whether a crash was said to lose something of it.
  var isUnsure = [false, false, false]
  /// Whether a crash was said to lose what was done last.
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
    // A day on which it is always the same moment: the order of uses must not need a clock.
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    var environment = FeatureEnvironment(
      transport: network.transport(behind: gate), city: city, clock: clock,
      random: SplitMix64(seed: seed), now: { now }, makeID: { ids.next() })
    environment.makeJournal = { _ in OutboxJournal(life) }
    return OptimisticAddressBook(
      in: environment, base: AddressDiskBase(life: life), templates: .samples)
  }
}
