import Cart
import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite("Two carts on one directory", .temporaryDirectory)
struct TwoCartsTests {
  private let server = CartServerDouble()
  private let gate = Gate()
  private let ids = DeviceFolder()

  @Test
  func `The second cart is refused while the first exists, and no line is lost`() async throws {
    let directory = StorageDirectory(TemporaryDirectory.url)
    // Nothing is sent, so later states come from the files.
    gate.close(for: .offline)
    let first = cart(in: directory)
    #expect(try await first.add(.margherita, count: 2) == .written)

    let second = cart(in: directory)
    // Canceled below, so that an accepted second cart fails the test instead of running on.
    let running = Task { try await second.run() }
    await expectRefusal { try await second.dismissAbandonedCart(of: 1) }
    await expectRefusal { try await second.add(.cola, count: 1) }
    running.cancel()
    await expectRefusal { try await running.value }
    #expect(try await first.add(.cola, count: 1) == .written)
    directory.close()

    let restarted = cart(in: StorageDirectory(TemporaryDirectory.url))
    try await restarted.dismissAbandonedCart(of: 1)
    #expect(restarted.state.quantity(of: .margherita) == 2)
    #expect(restarted.state.quantity(of: .cola) == 1)
  }

  @Test func `The second cart continues after the first has ended`() async throws {
    let directory = StorageDirectory(TemporaryDirectory.url)
    gate.close(for: .offline)
    do {
      let first = cart(in: directory)
      try await first.add(.margherita, count: 2)
    }

    let second = cart(in: directory)
    try await second.dismissAbandonedCart(of: 1)
    #expect(second.state.quantity(of: .margherita) == 2)
  }

  private func cart(in directory: StorageDirectory) -> any ShoppingCart {
    CartFactory.makeCart(
      in: FeatureEnvironment(
        transport: server, directory: directory, city: SettledCity(.almaty, gate: gate),
        clock: InstantClock(), makeID: ids.nextID))
  }

  private func expectRefusal(_ body: () async throws -> Void) async {
    let error = await #expect(throws: CartError.self) { try await body() }
    guard case .sync(.storage(.inUse))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
