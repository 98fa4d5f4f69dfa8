import Cart
import CartTestSupport
import Networking
import NetworkingTestSupport
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct TwoCartsTests {
  private let device = CartDevice()

  @Test
  func `The second cart is refused while the first exists, and no line is lost`() async throws {
    // Nothing is sent, so later states come from the files.
    let directory = device.openOffline(in: .almaty)
    let first = cart(in: directory)
    try await first.add(.margherita, count: 2)

    let second = cart(in: directory)
    await expectRefused(
      where: isInUse, run: second.run, { try await second.relabel(with: []) },
      { try await second.add(.cola, count: 1) })
    try await first.add(.cola, count: 1)
    directory.close()

    let restarted = cart(in: StorageDirectory(device.directory))
    try await restarted.relabel(with: [])
    #expect(restarted.state.quantity(of: .margherita) == 2)
    #expect(restarted.state.quantity(of: .cola) == 1)
  }

  @Test func `The second cart continues after the first has ended`() async throws {
    let directory = device.openOffline(in: .almaty)
    do {
      let first = cart(in: directory)
      try await first.add(.margherita, count: 2)
    }

    let second = cart(in: directory)
    try await second.relabel(with: [])
    #expect(second.state.quantity(of: .margherita) == 2)
  }

  private func cart(in directory: StorageDirectory) -> any ShoppingCart {
    device.environment(sharing: directory).makeCart()
  }

  private func isInUse(_ error: CartError) -> Bool {
    if case .sync(.storage(.inUse)) = error { true } else { false }
  }
}
