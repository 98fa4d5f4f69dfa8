import Networking
import NetworkingTestSupport
import Testing

@testable import Cart

@Suite("Abandoned carts")
struct AbandonedCartTests {
  @Test func `A cart with pending changes stays abandoned however many follow`() {
    var base = CartBase()
    for number in 1...25 {
      let id = base.cart(in: RequestContext.almaty.city) { "cart-\(number)" }
      base.abandon(id)
      base.forgetAbandoned(except: ["cart-2"])
    }
    #expect(base.isAbandoned("cart-2"))
    #expect(!base.isAbandoned("cart-1"))
    #expect(base.isAbandoned("cart-6") && base.isAbandoned("cart-25"))
  }

  @Test func `A stored cart without lines is not offered`() {
    var record = CartRecord(city: 1)
    record.abandoned = [AbandonedCart(reason: .closed, lines: [])]
    #expect(record.abandoned.isEmpty)
  }
}
