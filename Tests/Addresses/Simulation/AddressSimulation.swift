import AddressesTestSupport
import Foundation
import NetworkingTestSupport
import Storage
import Sync
import SyncTestSupport
import Synchronization

@testable import Addresses

/// Simulates a world with an address book step by step, and checks the module's guarantees.
///
/// The user has three addresses, identified by their labels, each at one of four places. Only this
/// device changes the first two, so each must be at the server exactly once, with its last content. The
/// third is also changed and removed on another device, and the user decides about refused changes.
final class AddressSimulation: DeviceSimulation {
  /// The state of an address that the user expects.
  struct Wish: Equatable {
    var place = 0
    var floor = 0
    /// The sequence number of the address's last use, counted over the uses of all addresses.
    var used = 0
  }

  static let own = 0...1

  var device: SimulatedDevice<WhimsicalAddressServer>
  let disk: AddressDisk
  lazy var city = SettledCity(.almaty, gate: gate)
  lazy var book = launch()

  /// The expected addresses; `nil` for an address that should not exist.
  var edits: [Wish?] = [nil, nil, nil]
  /// The ids of the addresses on this device.
  var names: [SavedAddress.ID?] = [nil, nil, nil]
  /// The index of the address that must be the default, one of the first two; `nil` if that is
  /// uncertain.
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
    device = SimulatedDevice(in: world, isTracing: isTracing) { _ in
      WhimsicalAddressServer(seed: world.seed)
    }
    disk = AddressDisk([], on: device.executor)
  }

  func begin() {
    renewGate()
    city = SettledCity(.almaty, gate: gate)
    book = launch()
    live(book, book.run) { $0.sync.isLoaded }
  }

  private func launch() -> LiveAddressBook {
    let life = disk.restart()
    var environment = environment(of: life.number, in: city)
    // The time never changes: the order of uses must not depend on a clock.
    environment.now = { Date(timeIntervalSince1970: 1_800_000_000) }
    environment.makeJournal = { _ in life }
    return LiveAddressBook(
      in: environment, base: AddressDiskBase(life: life), templates: .samples)
  }
}

/// The disk of a simulated app with an address book.
typealias AddressDisk = DeviceDisk<[StoredAddress]>

/// The base store of one launch of the app.
struct AddressDiskBase: BaseStore {
  let life: AddressDisk.Life

  func load() async throws(StorageError) -> AddressBase {
    let addresses = await life.read()
    life.memory.withLock { $0 = addresses }
    return AddressBase(addresses)
  }

  func save(_ base: AddressBase) async -> WriteStatus {
    life.memory.withLock { $0 = base.addresses }
    return await life.write { disk in disk = life.memory.withLock { $0 } }
  }
}
