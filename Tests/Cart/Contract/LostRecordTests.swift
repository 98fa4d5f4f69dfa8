import Cart
import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import Sync
import Testing
import SyncTestSupport

struct LostRecordTests {
  /// The damage to the file that contains the cart's id.
  enum Loss: CaseIterable {
    case missing, empty, cut, zeros
  }

  private let device = CartDevice()
  private var record: URL { device.directory.appending(path: "carts.v1.store") }

  @Test(arguments: Loss.allCases)
  func `Waiting changes outlive the record of their cart and are sent once`(
    _ loss: Loss
  ) async throws {
    try await fill()
    try await lose(loss)

    let told = try await session { cart in
      let state = await cart.when { $0.lines.count == 2 }
      #expect(state.lines.map(\.quantity) == [2, 1])
      #expect(state.promos.map(\.code) == ["TENTH"])
      #expect(state.pending.count == 3)
      #expect(!state.isComplete && state.totals == nil)
    }
    #expect(told == (loss != .missing))
    device.gate.open(for: .offline)
    try await session { cart in
      let state = await cart.when { $0.lines.count == 2 && $0.pending.isEmpty }
      #expect(state.isComplete)
    }

    #expect(device.quantities == ["margherita": 2, "cola": 1])
    #expect(device.server.model.ids.count == 1)
    #expect(changes == 3)
  }

  @Test func `Waiting changes are sent in the city of their lost cart, whatever city is chosen`()
    async throws
  {
    try await fill()
    try await lose(.missing)
    device.gate.open(for: .offline)
    try await session(in: .belgrade) { cart in
      let state = await cart.when(\.pending.isEmpty)
      #expect(state.others.map(\.lines.count) == [2])
    }
    #expect(device.quantities == ["margherita": 2, "cola": 1])
    #expect(device.server.requests.allSatisfy { $0.context?.city == RequestContext.almaty.city })
  }

  @Test func `A former app's cart does not replace a cart that is only in the queue`() async throws
  {
    device.gate.close(for: .offline)
    try await device.session { try await $0.setPromo("TENTH", isWanted: true) }
    try await lose(.missing)
    try await device.session(in: nil) { cart in
      _ = try await cart.adopt("former", in: RequestContext.almaty.city)
      await device.settle(in: .almaty, cart)
      #expect(cart.state.id != "former" && cart.state.promos.map(\.code) == ["TENTH"])
    }
  }

  /// Adds two lines and a code to a cart without a network.
  private func fill() async throws {
    device.gate.close(for: .offline)
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      try await cart.add(.cola, count: 1)
      try await cart.setPromo("TENTH", isWanted: true)
    }
  }

  private func lose(_ loss: Loss) async throws {
    _ = device.launch()
    switch loss {
    case .missing: try FileManager.default.removeItem(at: record)
    case .empty: try Data().write(to: record)
    case .cut: try Data(contentsOf: record).dropLast(3).write(to: record)
    case .zeros: try Data(count: Data(contentsOf: record).count).write(to: record)
    }
  }

  /// Runs the app, and again after a report of a damaged record; returns whether there was one.
  @discardableResult
  private func session(
    in context: RequestContext = .almaty, _ body: (any ShoppingCart) async throws -> Void
  ) async throws -> Bool {
    device.city.settle(in: context)
    let cart = device.launch()
    var isTold = false
    do throws(CartError) { try await cart.load() } catch {
      guard case .sync(.storage(.corrupt)) = error else { throw error }
      isTold = true
    }
    try await running(cart.run) { try await body(cart) }
    return isTold
  }

  /// The number of changes that the server received.
  private var changes: Int { Set(device.server.requests.compactMap(\.idempotencyKey)).count }
}
