import OrdersTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport

@testable import Orders

/// An event in the life of an app with orders.
enum OrdersStep: SimulatedStep {
  /// The cart has placed an order, and the app hands it over, once or twice.
  case place(isTwice: Bool)
  /// The app hands over all placed orders, and passes finished orders on to the reviews.
  case handOver
  case cancel(Int)
  case decide
  case refresh
  case history
  /// Events at the server.
  case placeElsewhere, cancelElsewhere(Int), delay(Int), reject(Int), unknownStatus(Int)
  case reinstate(Int)
  case lag(Int)
  /// The next responses are odd.
  case odd(Int)
  /// The revisions become higher by this number, or go back.
  case offset(Int)
  /// The next event of the socket is delivered, doubled or lost, or an old one is repeated.
  case deliver, deliverTwice, lose, deliverOld(Int)
  case fillDisk, freeDisk
  case device(DeviceStep)
  /// The app is killed this number of steps after a hand-over began.
  case takeAndKill(after: Int)
  case pass(Int)
}

extension OrderSimulation {
  private static let usual = [
    8, 6, 3, 2, 3, 2, 3, 1, 2, 1, 1, 2, 6, 3, 3, 2, 2, 3, 1, 2, 3, 2, 3, 3, 3, 2, 1, 12,
  ]

  /// Returns the random world for a seed.
  static func world(_ seed: UInt64) -> DeviceWorld<OrderSimulation> {
    DeviceWorld(seed: seed, usual: usual, count: 10...40, of: step)
  }

  private static func step(_ kind: Int, _ random: inout SplitMix64) -> OrdersStep {
    let index = Int.random(in: 0..<6, using: &random)
    let count = Int.random(in: 0...30, using: &random)
    let isSo = Bool.random(using: &random)
    return switch kind {
    case 0: .place(isTwice: isSo)
    case 1: .handOver
    case 2: .cancel(index)
    case 3: .decide
    case 4: .refresh
    case 5: .history
    case 6: .placeElsewhere
    case 7: .cancelElsewhere(index)
    case 8: .delay(index)
    case 9: .reject(index)
    case 10: .unknownStatus(index)
    case 11: .lag(count * 2)
    case 12: .deliver
    case 13: .deliverTwice
    case 14: .lose
    case 15: .deliverOld(count)
    case 16: .closeGate
    case 17: .openGate
    case 18: .fillDisk
    case 19: .freeDisk
    case 20: .kill
    case 21: .takeAndKill(after: count)
    case 22: .run(count)
    case 23: .rest
    case 24: .reinstate(index)
    case 25: .odd(count / 6 + 1)
    case 26: .offset(isSo ? 0 : 1 << count)
    default: .pass(count * 40 + 1)
    }
  }

  func perform(_ step: OrdersStep) {
    network.change { $0.settle() }
    switch step {
    case .place(let isTwice):
      place()
      handOver()
      if isTwice { handOver() }
    case .handOver: handOver()
    case .cancel(let index):
      guard let id = id(index) else { return }
      let orders = orders
      _ = ask { try await orders.cancel(id) }
    case .decide: decide()
    case .refresh:
      let orders = orders
      Task(executorPreference: executor) { do { try await orders.refresh() } catch {} }
    case .history:
      let orders = orders
      _ = ask { try await orders.history(after: nil) }
    case .placeElsewhere:
      number += 1
      network.change { [number] in $0.model.place("E-\(number)", cart: .snack) }
    case .cancelElsewhere(let index): edit(index) { $0.cancelElsewhere($1) }
    case .delay(let index): edit(index) { $0.delay($1, by: 300) }
    case .reject(let index): edit(index) { $0.reject($1, because: "closed") }
    case .unknownStatus(let index):
      edit(index) { server, id in
        if server.order(id)?.isFinal == false { server.setStatus("beingPhotographed", of: id) }
      }
    case .reinstate(let index):
      edit(index) { server, id in
        if server.order(id)?.isFinal == true { server.setStatus("inPreparation", of: id) }
      }
      if let id = id(index), server.order(id)?.isFinal == false { known[id]?.isReinstated = true }
    case .odd(let count):
      isOdd = true
      network.change { $0.oddAnswers = count }
    case .offset(let offset):
      isRestored = true
      network.change { $0.offset = offset }
    case .lag(let seconds): network.change { $0.longestLag = seconds }
    case .deliver: deliver(times: 1)
    case .deliverTwice: deliver(times: 2)
    case .lose: delivered = min(delivered + 1, server.events.count)
    case .deliverOld(let index): deliverOld(index)
    case .fillDisk: disk.room = .none
    case .freeDisk: disk.room = .enough
    case .device(.kill):
      kill()
      if disk.room == .none { noteUnsure() }
      begin()
    case .device(let step): perform(onDevice: step)
    case .takeAndKill(let count): takeAndKill(after: count)
    case .pass(let seconds): pass(seconds)
    }
  }

  private func id(_ index: Int) -> Order.ID? {
    let all = server.all
    return all.isEmpty ? nil : all[index % all.count].id
  }

  private func edit(_ index: Int, _ body: (inout OrderServerModel, Order.ID) -> Void) {
    guard let id = id(index) else { return }
    network.change { body(&$0.model, id) }
  }

  /// Places an order at the server; the cart of the simulated app contains it until the hand-over.
  func place() {
    number += 1
    let id = "N-\(number)"
    network.change { $0.model.place(id, key: "key-of-\(id)", cart: .evening) }
    do { cart.append(try Order(id, key: "key-of-\(id)", of: .evening)) } catch {
      ledger.expect(false, "\(error)")
    }
  }

  /// Hands orders over and passes finished ones on, as an app does with each state.
  func handOver() {
    let orders = orders
    for order in cart {
      guard ask({ try await orders.track(order) }) != nil else { continue }
      if !orders.state.sync.isDurable {
        // A change in the journal may be what is not stored.
        let kept = disk.kept.orders
        let isStored =
          kept?.orders.contains { $0.id == order.id } ?? false
          || kept?.acknowledged.contains { $0.id == order.id } ?? false
        ledger.expect(
          disk.room < .enough || isStored, "there is room, and an order is not stored")
        known[order.id, default: Known()].isUnsure = true
        continue
      }
      known[order.id, default: Known()].isStored = true
      cart.removeAll { $0.id == order.id }
    }
    for order in orders.state.finished {
      if order.status == .fulfilled {
        // The reviews ask about an order once, however often it is passed on.
        ledger.expect(
          known[order.id]?.isAcknowledged != true || known[order.id]?.mayReturn == true,
          "\(order.id) is passed on for rating again")
        if !rated.contains(order.id) { rated.append(order.id) }
      }
      guard ask({ try await orders.acknowledge(order.id) }) != nil else { continue }
      if !orders.state.sync.isDurable { known[order.id]?.isUnsure = true }
      known[order.id]?.isAcknowledged = true
      known[order.id]?.isReinstated =
        isOdd || server.order(order.id).map { $0.steps.count > order.steps.count } ?? false
      look()
    }
  }

  func decide() {
    let orders = orders
    for cancellation in orders.state.cancellations where cancellation.status.isFailed {
      _ = answer { do { try await orders.discard(cancellation.id) } catch {} }
    }
  }

  private func deliver(times: Int) {
    guard delivered < server.events.count else { return }
    let event = server.events[delivered]
    delivered += 1
    for _ in 0..<times { notice(event) }
  }

  private func deliverOld(_ index: Int) {
    guard delivered > 0 else { return }
    notice(server.events[index % delivered])
  }

  private func notice(_ event: OrderServerModel.Event) {
    let orders = orders
    _ = answer { await orders.receive(OrderEvent(event.id, revision: event.revision)) }
  }

  private func takeAndKill(after count: Int) {
    place()
    guard let order = cart.last else { return }
    let orders = orders
    Task(executorPreference: executor) { do { _ = try await orders.track(order) } catch {} }
    for _ in 0..<count { executor.step() }
    kill()
    if disk.room == .none { noteUnsure() }
    begin()
  }

  /// Lets time pass while the app runs, and checks the rules at each deadline.
  func pass(_ seconds: Int) {
    let end = clock.now.advanced(by: .seconds(seconds))
    rest()
    while let next = clock.next, next <= end, ledger.violation == nil {
      clock.advance()
      rest()
      network.change { $0.settle() }
      look()
    }
    if clock.now < end { clock.jump(by: clock.now.duration(to: end)) }
    rest()
    network.change { $0.settle() }
  }

  /// Removes all faults, and checks that the device has what the server has.
  func finish() {
    network.change { ($0.longestLag, $0.oddAnswers, $0.offset) = (0, 0, 0) }
    disk.room = .enough
    goOnline()
    // The longest of a course, a refund, and a backoff.
    for round in 0..<20 where ledger.violation == nil {
      pass(600)
      // Nothing is planned for an order after it was reinstated.
      if round == 9 {
        network.change { server in
          for order in server.model.all { server.model.finish(order.id) }
        }
      }
      goOnline()
      decide()
      handOver()
    }
    let orders = orders
    _ = ask { try await orders.refresh() }
    handOver()
    guard ledger.violation == nil else { return }
    let state = orders.state
    ledger.expect(cart.isEmpty, "the cart still has orders")
    ledger.expect(state.active.isEmpty, "orders are still active: \(state.active.map(\.id))")
    ledger.expect(state.finished.isEmpty, "orders were not passed on")
    ledger.expect(state.cancellations.isEmpty, "a cancellation still waits")
    let fulfilled = server.all.filter { $0.status == "fulfilled" }.map(\.id)
    let missed = Set(fulfilled).subtracting(rated)
    let wasListed = missed.filter { known[$0] != nil && known[$0]?.isUnsure != true }
    ledger.expect(wasListed.isEmpty, "\(wasListed) were not passed on for rating")
    let arrived = server.all.filter { $0.steps.contains { $0.status == "fulfilled" } }.map(\.id)
    ledger.expect(Set(rated).isSubset(of: arrived), "an order that did not arrive is rated")
    var past: [Order.ID] = []
    var next: OrderPage.Cursor?
    repeat {
      let page = ask { [next] in try await orders.history(after: next) }
      past += page?.orders.map(\.id) ?? []
      next = page?.next
    } while next != nil
    ledger.expect(
      past.sorted() == server.all.map(\.id).sorted(), "the history has \(past), not all orders")
    look()
  }
}
