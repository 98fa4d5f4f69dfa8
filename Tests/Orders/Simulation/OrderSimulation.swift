import Foundation
import NetworkingTestSupport
import OrdersTestSupport
import Sandbox
import Sync
import SyncTestSupport

@testable import Orders

/// Simulates a world with orders step by step, and checks the rules.
///
/// As an app does, the simulated one repeats the hand-over of each order until it is stored, and
/// passes each finished order to the reviews until it is acknowledged. Another device places and
/// cancels orders too. Events of the socket are lost, doubled and delivered in any order.
final class OrderSimulation: DeviceSimulation {
  /// The facts about an order that are visible outside of the module.
  struct Known {
    /// The highest revision that was shown.
    var revision = 0
    /// Whether the module has reported that the order is stored.
    var isStored = false
    /// Whether the module has reported that the acknowledgment is stored.
    var isAcknowledged = false
    /// Whether a crash may undo a change of the order, because the disk was full.
    var isUnsure = false
    /// Whether the server has reinstated the order, and the device may not have shown it since.
    var isReinstated = false
    /// Whether the order may be shown after it was acknowledged.
    var mayReturn: Bool { isUnsure || isReinstated }
  }

  var device: SimulatedDevice<WatchedOrderServer>
  let disk: DeviceDisk<OrdersDisk>
  lazy var city = SettledCity(.almaty, gate: gate)
  lazy var orders = launch()

  /// The placed orders that the cart still hands over.
  var cart: [Order] = []
  var known: [Order.ID: Known] = [:]
  /// The orders that were passed on for rating.
  var rated: [Order.ID] = []
  var number = 0
  /// Whether a response had an odd part, and whether the revisions of the server have ever gone back.
  var isOdd = false, isRestored = false
  /// The events of the server that were delivered.
  var delivered = 0

  init(_ world: DeviceWorld<OrderSimulation>, isTracing: Bool) {
    device = SimulatedDevice(in: world, isTracing: isTracing) { clock in
      WatchedOrderServer(clock, seed: world.seed)
    }
    disk = DeviceDisk(OrdersDisk(), on: device.executor)
  }

  func begin() {
    forgetUnstored()
    renewGate()
    city = SettledCity(.almaty, gate: gate)
    orders = launch()
    live(orders, orders.run) { $0.sync.isLoaded }
  }

  /// Lowers the expectations to the stored orders: a kill may precede the write of a shown answer.
  private func forgetUnstored() {
    let stored = disk.kept.orders?.orders ?? []
    for id in known.keys {
      let order = stored.first { $0.id == id }
      known[id]?.revision = order?.revision ?? 0
    }
  }

  private func launch() -> LiveOrderTracker {
    let life = disk.restart()
    var environment = environment(of: life.number, in: city)
    // The device's clock is wrong, and jumps.
    environment.now = { [seed] in Date(timeIntervalSince1970: Double(seed % 7) * 1e9) }
    environment.makeJournal = { _ in life }
    return LiveOrderTracker(in: environment, files: life)
  }

  var server: OrderServerModel { network.server.model }

  // MARK: Rules

  /// Checks the rules that hold after every step.
  func look() {
    let state = orders.state
    ledger.note(
      "shown: \(state.active.map { "\($0.id) \($0.status) \($0.revision)" }) "
        + "\(state.finished.map(\.id)) waiting \(state.cancellations.count)")
    guard state.sync.isLoaded else { return }
    let shown = state.active + state.finished
    let ids = shown.map(\.id)
    ledger.expect(Set(ids).count == ids.count, "an order is shown twice: \(ids)")
    let past = state.history?.orders.map(\.id) ?? []
    ledger.expect(Set(past).count == past.count, "an order is in the history twice")
    ledger.expect(Set(past).isDisjoint(with: ids), "an order is current and in the history")
    for order in shown { look(at: order) }
    for (id, order) in known {
      if order.isStored, !order.isAcknowledged, !order.isUnsure {
        ledger.expect(ids.contains(id), "the order \(id) was stored and is gone")
      }
    }
  }

  private func look(at order: Order) {
    var known = known[order.id, default: Known()]
    ledger.expect(!known.isAcknowledged || known.mayReturn, "\(order.id) is back")
    if known.isAcknowledged, known.isReinstated {
      (known.isAcknowledged, known.isReinstated) = (false, false)
    }
    if !isOdd {
      ledger.expect(!order.lines.isEmpty && order.totalsAddUp, "\(order.id) has lost its content")
    }
    if !known.isUnsure, !isRestored {
      ledger.expect(order.revision >= known.revision, "\(order.id) goes back to \(order.revision)")
    }
    if let truth = server.order(order.id), !isRestored {
      ledger.expect(order.revision <= truth.revision, "\(order.id) has a revision of the future")
      if order.revision == truth.revision {
        ledger.expect(order.status.rawValue == truth.status, "\(order.id) is not \(truth.status)")
      }
    }
    known.revision = order.revision
    self.known[order.id] = known
  }

  /// Records that a crash may undo everything displayed since the last write.
  func noteUnsure() {
    for id in known.keys { known[id]?.isUnsure = true }
  }
}
