import AddressesServerModel
import AddressesTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Sync
import SyncTestSupport
import Synchronization

@testable import Addresses

/// Plays a world with an address book, one step at a time, and looks for broken promises.
///
/// The user has three addresses, told by their labels, that are at one of four places each. Nobody
/// else changes the first two: they are to be what was wished last, once. The third is also changed and
/// removed on another device, and the user decides.
final class AddressSimulation: DeviceSimulation {
  struct Outcome {
    let violation: String?
    let trace: [String]
    let requests: Int
  }

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
  let disk: SimulatedAddressDisk
  let network: SimulatedAddressNetwork
  let ledger: Ledger
  let seed: UInt64

  var gate = Gate()
  var book: DefaultAddressBook
  var running: Task<Void, Never>?

  var isOffline = false
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

  static func play(_ seed: UInt64, isTracing: Bool = false) -> Outcome {
    let (steps, faultRate) = AddressStep.world(seed: seed)
    return play(steps, faultRate, seed: seed, isTracing: isTracing)
  }

  static func play(
    _ steps: [AddressStep], _ faultRate: Int, seed: UInt64, isTracing: Bool = false
  ) -> Outcome {
    let simulation = AddressSimulation(seed, faultRate, isTracing)
    simulation.begin()
    simulation.play(steps)
    return Outcome(
      violation: simulation.ledger.violation, trace: simulation.ledger.trace,
      requests: simulation.network.state.withLock { $0.requests })
  }

  private init(_ seed: UInt64, _ faultRate: Int, _ isTracing: Bool) {
    self.seed = seed
    executor = SimulationExecutor(seed: seed)
    ledger = Ledger(isTracing: isTracing)
    disk = SimulatedAddressDisk(on: executor)
    network = SimulatedAddressNetwork(seed: seed, faultRate: faultRate, on: executor, clock, ledger)
    let (journal, shelf) = disk.restart()
    book = Self.makeBook(network, gate, journal, shelf, clock, seed: seed, now: { .distantPast }) {
      ""
    }
  }

  private static func makeBook(
    _ network: SimulatedAddressNetwork, _ gate: Gate, _ journal: OutboxJournal,
    _ shelf: any AddressShelf, _ clock: VirtualClock, seed: UInt64,
    now: @escaping @Sendable () -> Date, makeID: @escaping @Sendable () -> String
  ) -> DefaultAddressBook {
    func make(_ shelf: some AddressShelf) -> DefaultAddressBook {
      DefaultAddressBook(
        server: AddressServer(transport: network.transport(behind: gate)), shelf: shelf,
        journal: journal, templates: .samples, gate: gate, clock: clock, now: now,
        random: SplitMix64(seed: seed), makeID: makeID)
    }
    return make(shelf)
  }

  // MARK: The life of the app

  func begin() {
    gate = Gate(closedFor: isOffline ? [.offline] : [])
    let isShut = isOffline
    network.state.withLock { $0.isShut = isShut }
    let (journal, shelf) = disk.restart()
    let ids = SimulatedIDs(life: network.state.withLock { $0.life } + 1)
    // A day on which it is always the same moment: the order of uses must not need a clock.
    book = Self.makeBook(
      network, gate, journal, shelf, clock, seed: seed,
      now: { Date(timeIntervalSince1970: 1_800_000_000) }, makeID: { ids.next() })
    let book = book
    running = Task(executorPreference: executor) {
      do { try await book.run() } catch {}
    }
    _ = answer {
      do {
        try await book.enter(.almaty, template: AddressTemplate.ID(rawValue: "KZ"))
      } catch {}
    }
  }

  func kill() {
    running?.cancel()
    running = nil
  }

  func cameToRest() {
    let isShut = !gate.isOpen
    network.state.withLock { $0.isShut = isShut }
  }
}
