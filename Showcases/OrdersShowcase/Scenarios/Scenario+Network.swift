import Commerce
import Foundation
import Orders
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let answerLost = Scenario(
    "answer-lost", "The server has the order, and the cart has no answer: it is shown once."
  ) { (script: Script, orders: any OrderTracker) in
    script.tell("The user orders; the answer is lost")
    script.shop.place(.evening)
    try await script.wait(30)
    await script.refresh(orders)
    script.tell("The cart has repeated its request, and hands the order over")
    _ = try await script.shop.handOver(to: orders)
    script.show(orders)
  }

  static let killedBetween = Scenario(
    "killed-between",
    "The app is killed between the answer to the cart and the hand-over, and after it."
  ) { (script: Script) in
    try await script.launch { orders in
      await script.show(orders) { $0.sync.fetch == .idle }
      script.tell("The user orders; the app is killed before the hand-over")
      script.shop.place(.evening)
    }
    script.goOffline()
    try await script.launch { orders in
      script.show(orders)
      let order = script.shop.waiting
      script.tell("The cart still has the order, and hands it over")
      _ = try await script.shop.handOver(to: orders)
      script.show(orders)
      script.tell("The app is killed before the cart knows, which hands it over again")
      for again in order { _ = try await orders.track(again) }
    }
    try await script.launch { orders in
      script.show(orders)
      script.goOnline()
      await script.show(orders) { $0.active.first?.revision == 1 }
    }
  }

  static let offlineHour = Scenario(
    "offline-hour", "Without a network for an hour, the last state stays; then everything is there."
  ) { (script: Script, orders: any OrderTracker) in
    try await script.order(.evening, orders)
    try await script.waitAndPush(300, orders)
    script.goOffline()
    try await script.wait(3_600)
    await script.show(orders) { $0.sync.fetch == .closed([.offline]) }
    script.detail("The network: \(orders.state.sync.fetch.words)")
    script.goOnline()
    await script.show(orders) { !$0.finished.isEmpty }
    let steps = orders.state.finished.first?.steps ?? []
    script.details(
      steps.map { step in
        let seconds = Int(step.time.timeIntervalSince1970) - Script.start
        return "\(step.status.words) after \(seconds / 60) min"
      })
  }

  static let outOfOrder = Scenario(
    "out-of-order", "A replica lags, and events come doubled and late: nothing goes back."
  ) { (script: Script, orders: any OrderTracker) in
    try await script.order(.evening, orders)
    try await script.wait(300)
    await script.push(orders, times: 3)
    script.tell("A replica lags by 4 minutes")
    script.server.change { $0.replicaLag = 240 }
    await script.refresh(orders)
    script.tell("An old event arrives")
    await orders.receive(OrderEvent("N-1", revision: 2))
    script.show(orders)
    script.server.change { $0.replicaLag = 0 }
    try await script.waitAndPush(1_600, orders)
  }

  static let wrongClock = Scenario(
    "wrong-clock", "The device is set to another century; the countdown follows the server."
  ) { (script: Script, orders: any OrderTracker) in
    try await script.orderAndSettle(.evening, orders)
    for seconds in [600, 1_200] {
      try await script.wait(seconds)
      script.tell("The user looks")
      if let promised = orders.state.active.first?.promised, let now = orders.serverTime {
        let minutes = Int(promised.from.timeIntervalSince(now)) / 60
        script.detail("In \(minutes) minutes at the earliest")
      }
    }
  }

  static let historyPaging = Scenario(
    "history-paging", "The history page by page; the first page is there without a network."
  ) { (script: Script) in
    script.server.change { $0.addHistory(45, of: .snack) }
    func line(_ page: OrderPage) -> String {
      let ids = page.orders.map(\.number)
      return "\(ids.count) orders, \(ids.first ?? "") to \(ids.last ?? "")"
        + (page.next == nil ? ", the end" : "")
    }
    try await script.launch { orders in
      var next: OrderPage.Cursor?
      repeat {
        script.tell("The user scrolls")
        let page = try await orders.history(after: next)
        script.detail(line(page))
        next = page.next
      } while next != nil
    }
    script.goOffline()
    try await script.launch { orders in
      if let page = orders.state.history { script.detail(line(page)) }
      await script.attempt("The user scrolls") {
        _ = try await orders.history(after: orders.state.history?.next)
      }
    }
  }

  static let badAnswers = Scenario(
    "bad-answers", "An order of another account, sums that differ, and a page of a network."
  ) { (script: Script, orders: any OrderTracker) in
    script.shop.place(.evening)
    try await script.order(.snack, orders)
    await script.show(orders) { $0.active.map(\.revision) == [1, 1] && $0.sync.fetch == .idle }
    for (name, fault) in [
      ("An answer is cut off", .garbage), ("A network answers with its page", .body("<html>")),
      ("An intermediary answers 404", .status(404)),
    ] as [(String, RequestFault<OrderServerModel>)] {
      script.tell(name)
      script.server.spoil([fault]) { _ in true }
      await script.refresh(orders)
    }
    script.tell("The server goes back to an earlier status")
    try await script.wait(300)
    await script.refresh(orders)
    script.server.change { $0.setStatus("created", of: "N-1") }
    await script.refresh(orders)
  }
}
