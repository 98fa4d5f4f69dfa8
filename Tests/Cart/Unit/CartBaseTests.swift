import CartTestSupport
import Commerce
@_spi(SettledCity) import Networking
import NetworkingTestSupport
import SyncTestSupport
import Testing

@testable import Cart
@testable import Sync

/// The life of a cart on the device: begun, filled, closed and ended.
struct CartBaseTests {
  private let other = CartKey(city: .almaty, number: 9, id: "other")
  private let order = PlacedOrder(
    id: "o", city: .almaty, lines: [], totals: nil, fulfillment: nil)

  @Test func `A cart of a city is begun once, and knows the last context of its city`() throws {
    var base = CartBase()
    let russian = try #require(
      RequestContext(country: "KZ", city: .almaty, language: "ru", timeZone: "Asia/Almaty"))
    let first = CartKey(city: .almaty, number: 1, id: "a")
    #expect(base.begin(in: .almaty, .almaty) { "a" } == first)
    #expect(base.almaty.context == .almaty && !base.almaty.isUnfetched)
    #expect(base.begin(in: .almaty, nil) { "b" } == first)
    #expect(base.almaty.context == .almaty)
    #expect(base.begin(in: .almaty, russian) { "b" } == first)
    #expect(base.almaty.context?.language == russian.language)
    // The cart of another city has its own number.
    #expect(base.begin(in: .belgrade, nil) { "c" }.number == 1)
  }

  @Test func `A cart that follows another has none of its lines, and all that was left by it`() {
    var base = CartBase(ServerCart(CartLine(.cola)))
    base.carts[0].placed = [order]
    base.carts[0].imports = ["guest"]
    base.carts[0].setAside([.init(item: .cola, quantity: 2)])
    base.shown[.almaty] = [CartItem.margherita.line]
    var ended = base.almaty
    ended.isUnfetched = true
    ended.order = [CartItem.cola.line]
    ended.accepted = [CartItem.cola.line: CartItem.cola.unitPrice]
    ended.withdrawn = "o"
    ended.end()
    #expect(ended.phase == .ended && ended.server == nil && !ended.isUnfetched)
    #expect(ended.order.isEmpty && ended.accepted.isEmpty && ended.withdrawn == nil)
    base[.almaty] = ended
    #expect(base.begin(in: .almaty, nil) { "d" }.number == 2)
    let next = base.almaty
    #expect(next.server == nil && next.phase == .open && next.context == .almaty)
    #expect(next.placed == [order] && next.imports == ["guest"] && next.setAside.count == 1)
    #expect(base.order(of: next) == [])
  }

  @Test func `A cart of a former app, which has the number 0, is known by the queue alone, too`() {
    var base = CartBase()
    let former = CartKey(city: .almaty, number: 0, id: "former")
    let change = CartChange(cart: former, operation: "1", edit: .add(.cola))
    base.recover(from: [
      OutboxItem(
        id: 1, lane: change.lane, change: change, mayBeApplied: false, reason: .ready,
        refusal: nil)
    ])
    #expect(base.almaty.key == former && base.almaty.isUnfetched)
  }

  @Test func `A response is taken by the open cart of its city alone`() {
    let server = ServerCart(CartLine(.cola))
    for key in [CartKey.c, other] {
      for phase in [StoredCart.Phase.open, .closed, .ended] {
        var base = CartBase()
        base[.almaty] = StoredCart(.c, in: .almaty, isUnfetched: true)
        base.carts[0].phase = phase
        base.take(server, of: key, isFetched: true)
        let isTaken = key == .c && phase != .ended
        #expect(base.almaty.server == (isTaken ? server : nil))
        #expect(base.almaty.isUnfetched != isTaken)
        #expect(base.fetched == (isTaken ? ["c"] : []))
      }
    }
  }

  @Test(
    arguments: [
      (nil, .pickup, false), (.delivery, .delivery, false), (.delivery, .pickup, true),
      (.delivery, nil, false),
    ] as [(FulfillmentMethod?, FulfillmentMethod?, Bool)])
  func `The prices of another fulfillment method are accepted, and no others`(
    _ known: FulfillmentMethod?, _ new: FulfillmentMethod?, _ isAccepted: Bool
  ) {
    func server(_ method: FulfillmentMethod?) -> ServerCart {
      ServerCart(CartLine(.cola), fulfillment: method.map { CartFulfillment($0, "1") })
    }
    var base = CartBase(known.map { server($0) })
    // Whatever response tells it first: that to the choice, to another change, or to a fetch.
    base.take(server(new), of: .c, isFetched: true)
    let prices = [CartItem.cola.line: CartItem.cola.unitPrice]
    #expect(base.almaty.accepted == (isAccepted ? prices : [:]))
  }

  @Test func `The keys of the last 20 transfers stay`() {
    var cart = StoredCart(.c)
    for number in 1...21 { cart.noteImport("\(number)") }
    #expect(cart.imports == (2...21).map { "\($0)" })
  }

  @Test func `A placed order is withdrawn if the user has taken back this one`() {
    for (withdrawn, isWithdrawn) in [("o", true), ("p", false), (nil, false)] {
      var base = CartBase(ServerCart(CartLine(.cola)))
      base.carts[0].withdrawn = withdrawn
      let change = CartChange(cart: .c, operation: "1", edit: .order(order, after: []))
      base.place(change, as: PlacedOrder.Receipt(id: "1", number: "A-1"))
      #expect(base.almaty.placed.map(\.isWithdrawn) == [isWithdrawn])
      #expect(base.almaty.placed.map(\.number) == ["A-1"] && base.almaty.phase == .ended)
    }
  }
}
