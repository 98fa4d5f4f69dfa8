import Cart
import CartServerModel
import Networking
import NetworkingTestSupport
import Pricing
import StorageTestSupport
import Sync
import Testing

extension ShoppingCartContract {
  private typealias Call = EndingCall<any ShoppingCart, CartError>

  /// All calls of a cart but `run()` and `enter(_:)`, with a line of cola at hand after the first.
  private var calls: [Call] {
    [
      Call("add", cityless: .failure(.noCity)) { try await $0.add(.cola, count: 2) },
      Call("setQuantity", cityless: .failure(.noCity)) {
        try await $0.setQuantity(3, of: CartItem.cola.line)
      },
      Call("acceptPrice", cityless: .failure(.noCity)) {
        try await $0.acceptPrice(of: CartItem.cola.line)
      },
      Call("setPromo", cityless: .failure(.noCity)) {
        try await $0.setPromo("TENTH", isWanted: true)
      },
      Call("setFulfilment", cityless: .failure(.noCity)) {
        try await $0.setFulfilment(CartFulfilment(.pickup, "1"))
      },
      Call("dismissOffer") { try await $0.dismissOffer() },
      refresh,
      Call(
        "retry", notRunning: .failure(.unknownChange(99)), cityless: .failure(.unknownChange(99)),
        cancelled: .failure(.cancelled)
      ) { try await $0.retry(99) },
      Call(
        "discard", notRunning: .failure(.unknownChange(99)), cityless: .failure(.unknownChange(99)),
        cancelled: .failure(.cancelled)
      ) { try await $0.discard(99) },
      Call("placeOrder", notRunning: .any, cityless: .failure(.noCity), cancelled: .any) {
        try await $0.order()
      },
    ]
  }

  private var refresh: Call {
    Call(
      "refresh", notRunning: .failure(.notRunning), cityless: .failure(.noCity),
      cancelled: .failure(.cancelled)
    ) { try await $0.refresh() }
  }

  func endsWithoutRun(_ device: some CartDevice) async throws {
    let cart = device.launch()
    #expect(cart.state.fetch == .notRunning)
    try await cart.enter(.almaty)
    for call in calls { await call.verify(.notRunning, on: cart) }
    #expect(cart.state.fetch == .notRunning)
    #expect(cart.state.waiting.first?.reason == .notRunning)
    #expect(cart.state.quantity(of: .cola) == 3)
    #expect(device.server.requests.isEmpty)
  }

  func endsWithoutCity(_ device: some CartDevice) async throws {
    try await device.session(in: nil) { cart in
      await cart.when { $0.fetch != .notRunning }
      for call in calls { await call.verify(.cityless, on: cart) }
    }
  }

  func endsCancelled(_ device: some CartDevice) async throws {
    device.gate.close(for: .offline)
    try await device.session { cart in
      await cart.when { $0.fetch != .notRunning }
      for call in calls { await call.verify(.cancelled, on: cart) }
      #expect(cart.state.quantity(of: .cola) == 3)
    }
  }

  func endsLate(_ device: some CartDevice) async throws {
    device.server.isSilent = true
    try await device.session { cart in
      try await cart.add(.cola, count: 1)
      await device.server.holdsRequest()
      let failure = await refresh.failureWhenCancelled(on: cart) { await Task.yield() }
      #expect(failure == .cancelled)
    }
    let cart = device.launch()
    try await cart.enter(.almaty)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { do { try await cart.run() } catch { Issue.record(error) } }
      await device.server.holdsRequest()
      await cart.when { $0.fetch != .notRunning }
      async let failure = refresh.failureWhenCancelled(on: cart) {
        await cart.when { $0.fetch == .notRunning }
        await Task.yield()
      }
      group.cancelAll()
      #expect([.notRunning, .cancelled].contains(await failure))
    }
  }

  func decisionCancelled(_ device: some CartDevice) async throws {
    device.server.change { $0.menu.soldOut = ["cola"] }
    try await device.session { cart in
      try await cart.add(.cola, count: 1)
      let change = await cart.when { $0.waiting.contains { $0.mark.failed } }.waiting.first
      let id = try #require(change?.id)
      for decide in [
        Call("retry", cancelled: .failure(.cancelled)) { try await $0.retry(id) },
        Call("discard", cancelled: .failure(.cancelled)) { try await $0.discard(id) },
      ] {
        await decide.verify(.cancelled, on: cart)
      }
      #expect(cart.state.waiting.first?.mark.failed == true)
      try await cart.discard(id)
      #expect(cart.state.waiting.isEmpty)
    }
  }

  func runEnds(_ device: some CartDevice) async throws {
    device.server.isSilent = true
    let cart = device.launch()
    for moment in 0..<3 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        if moment == 0 { group.cancelAll() }
        group.addTask { try await cart.run() }
        if moment == 2 {
          try await cart.enter(.almaty)
          try await cart.add(.cola, count: 1)
          await device.server.holdsRequest()
        }
        group.cancelAll()
        try await group.waitForAll()
      }
      #expect(cart.state.fetch == .notRunning)
    }
    device.server.isSilent = false
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      await cart.settled()
      group.cancelAll()
      try await group.waitForAll()
    }
    #expect(device.quantities == ["cola": 1])
  }
}
