import Cart
import CartTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct RefusingTests {
  private let device = CartDevice()

  @Test func `A quantity of 0, below 0 or above the limit is refused`() async throws {
    try await device.session { cart in
      try await cart.add(.cola, count: 98)
      for item in [CartItem.cola, .margherita] {
        for count in [0, -1, .min, .max] {
          await #expect(throws: CartError.badQuantity(count, allowed: 1...99)) {
            try await cart.add(item, count: count)
          }
        }
        await #expect(throws: CartError.badQuantity(100, allowed: 1...99)) {
          try await cart.add(item, count: item == .cola ? 2 : 100)
        }
      }
      for count in [-1, 100, .min, .max] {
        await #expect(throws: CartError.badQuantity(count, allowed: 0...99)) {
          try await cart.setQuantity(count, of: CartItem.cola.line)
        }
      }
      await cart.settled()
      #expect(device.quantities == ["cola": 98])
      try await cart.add(.cola, count: 1)
      await cart.settled()
      #expect(device.quantities == ["cola": 99])
      try await cart.setQuantity(1, of: CartItem.cola.line)
      try await cart.setQuantity(99, of: CartItem.cola.line)
      await cart.settled()
      #expect(device.quantities == ["cola": 99])
    }
  }

  @Test
  func `An item of another city or out of range is refused`() async throws {
    try await device.session { cart in
      try await cart.add(.cola, count: 1)
      let elsewhere = CartItem.sample("cola", "Cola", 600, city: RequestContext.belgrade.city)
      await #expect(throws: CartError.anotherCity(RequestContext.belgrade.city)) {
        try await cart.add(elsewhere, count: 1)
      }
      for item in [CartItem.sample("", "Cola", 600), .sample("cola", "Cola", -1)] {
        await #expect { try await cart.add(item, count: 1) } throws: { error in
          if case .badItem? = error as? CartError { true } else { false }
        }
      }
      await cart.settled()
      #expect(device.quantities == ["cola": 1])
    }
  }
}
