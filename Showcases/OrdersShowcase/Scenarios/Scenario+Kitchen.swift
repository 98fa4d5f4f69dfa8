import Networking
import Orders
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let placedAndBrought = Scenario(
    "placed-and-brought", "An order from the tap to the door, and its one question for a rating."
  ) { (script: Script) in
    try await script.launch { orders in
      script.tell("The user orders; the cart hands the order over")
      try await script.orderAndSettle(.evening, orders)
      let order = orders.state.active.first
      script.details(
        (order?.lines ?? []).map { line in
          "\(line.quantity) × \(line.name) \(line.details.joined(separator: ", "))"
        })
      for seconds in [61, 180, 1_560] {
        try await script.waitAndPush(seconds, orders)
      }
      script.detail("Courier: \(orders.state.active.first?.courier?.name ?? "none")")
      try await script.waitAndPush(1_200, orders)
      await script.attempt("The reviews have the order") { try await orders.acknowledge("N-1") }
      script.show(orders)
      await script.refresh(orders)
    }
    try await script.launch { orders in
      await script.show(orders) { $0.sync.fetch == .idle }
      script.detail(
        "History: \(orders.state.history?.orders.map(\.number).joined(separator: ", ") ?? "")")
    }
  }

  static let rejected = Scenario(
    "rejected", "The restaurant does not accept the order, and the money comes back."
  ) { (script: Script, orders: any OrderTracker) in
    try await script.orderAndSettle(.snack, orders)
    try await script.wait(40)
    script.server.change { $0.reject("N-1", because: "We have run out of cola") }
    await script.push(orders)
    try await script.waitAndPush(600, orders)
  }

  static let delayed = Scenario(
    "delayed", "The promised time moves while the order is being prepared."
  ) { (script: Script, orders: any OrderTracker) in
    try await script.order(.evening, orders)
    try await script.waitAndPush(300, orders)
    script.tell("The kitchen needs 15 minutes more")
    script.server.change { $0.delay("N-1", by: 900) }
    await script.push(orders)
    try await script.wait(1_600)
    await script.refresh(orders)
    try await script.waitAndPush(900, orders)
  }

  static let unknownStatus = Scenario(
    "unknown-status", "A status that this release does not know is shown by its name."
  ) { (script: Script) in
    try await script.launch { orders in
      try await script.order(.evening, orders)
      try await script.wait(70)
      script.server.change { $0.setStatus("beingPhotographed", of: "N-1") }
      await script.push(orders)
    }
    script.goOffline()
    try await script.launch { orders in
      script.show(orders)
      script.goOnline()
      try await script.waitAndPush(200, orders)
    }
  }

  static let cancelledInTime = Scenario(
    "cancelled-in-time", "A cancellation, whose answer is lost, is applied once."
  ) { (script: Script, orders: any OrderTracker) in
    try await script.orderAndSettle(.evening, orders)
    script.goOffline()
    await script.attempt("The user cancels") { try await orders.cancel("N-1") }
    script.show(orders)
    script.server.spoil(.answerLost)
    script.tell("The network is back, and the answer to the cancellation is lost")
    script.device.gate.open(for: .offline)
    for await state in orders.states() {
      if state.cancellations.isEmpty { break }
      if case .backoff(let delay)? = state.cancellations.first?.reason {
        script.clock.advance(by: delay)
      }
    }
    script.show(orders)
    let keys = Set(script.server.requests.compactMap(\.idempotencyKey))
    script.detail("Cancellations at the server: \(keys.count)")
  }

  static let cancelledTooLate = Scenario(
    "cancelled-too-late", "The window is over at once, or when the cancellation arrives."
  ) { (script: Script, orders: any OrderTracker) in
    try await script.orderAndSettle(.evening, orders)
    script.goOffline()
    await script.attempt("The user cancels") { try await orders.cancel("N-1") }
    script.show(orders)
    try await script.wait(250)
    script.goOnline()
    await script.show(orders) { $0.cancellations.first?.status.isFailed == true }
    if let cancellation = orders.state.cancellations.first {
      script.detail("The cancellation: \(cancellation.status.words)")
      await script.attempt("The user keeps the order") { try await orders.discard(cancellation.id) }
    }
    await script.attempt("The user cancels again") { try await orders.cancel("N-1") }
    script.show(orders)
  }
}
