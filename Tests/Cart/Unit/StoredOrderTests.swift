import CartTestSupport
import Foundation
import Networking
import Pricing
import Storage
import StorageTestSupport
import Sync
import Testing

@testable import Cart

@Suite("The record of a cart, in every release")
struct StoredOrderTests {
  private static func order(_ number: Int) -> PlacedOrder {
    let line = PendingEdit(
      .line(LineEdit(item: .margherita, quantity: number, base: 0, isAddition: true)), .confirmed)
    let lines = [
      line.replayed(
        LineEdit(item: .margherita, quantity: number, base: 0, isAddition: true), on: nil)
    ]
    .compactMap(\.self)
    var order = PlacedOrder(
      id: "key-\(number)", city: 1_526_384, lines: lines,
      totals: CartTotals(
        lines, fees: [.init(kind: "delivery", amount: CartItem.cola.unitPrice)],
        in: CartItem.cola.unitPrice.currency, isEstimate: false),
      fulfillment: CartFulfillment(.delivery, "home"))
    order.number = "N-\(number)"
    return order
  }

  private static let history = ReleaseHistory("cart", class: .critical)
    .release(StoredSchema(CartRecord.self)) { write in
      var record = CartRecord(
        city: 1_526_384, placed: [order(write % 90 + 1), order(write % 90 + 2)])
      record.id = "cart-\(write)"
      record.ordered = "N-\(write)"
      record.left = ["cart-0"]
      record.order = [CartItem.cola.line]
      return record
    } facts: { record in
      ["id": record.id ?? "", "placed": "\(record.placed ?? [])", "ordered": record.ordered ?? ""]
    }

  /// The cart's record as the last release without placed orders stored it.
  private struct EarlierRecord: Codable, Sendable, Equatable {
    var id: String?
    var city: CityID
    var ordered: String?
    var left: [String]?
  }

  @Test(arguments: MigrationContract.allCases)
  func `Every rule holds for the record`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.history)
  }

  @Test func `The release before placed orders reads the record, and the other way round`()
    async throws
  {
    let folder = DeviceFolder()
    let earlier = EarlierRecord(id: "cart-1", city: 1_526_384, ordered: "N-1", left: ["cart-0"])
    let old = SingleRepository(
      .memoryBackedByFile("cart"), class: .critical, schema: StoredSchema(EarlierRecord.self),
      in: folder.launch())
    try await old.save(earlier)
    let new = CartRecord.repository(in: folder.launch())
    var record = try #require(try await new.value())
    #expect(record.id == "cart-1" && record.placed == nil && record.ordered == "N-1")
    record.placed = [Self.order(3)]
    try await new.save(record)
    let again = SingleRepository(
      .memoryBackedByFile("cart"), class: .critical, schema: StoredSchema(EarlierRecord.self),
      in: folder.launch())
    let read = try await again.value()
    #expect(read == earlier)
  }

  @Test func `A queued order of every release is read, with or without what was shown`() throws {
    let shown = Self.order(2)
    let old = #"{"due":5000,"lines":[{"configuration":{"product":"margherita"},"quantity":2}]}"#
    let content = try JSONDecoder().decode(OrderContent.self, from: Data(old.utf8))
    #expect(content.shown == nil && content.due == 5_000 && content.lines.count == 1)
    var now = content
    now.shown = shown
    let data = try JSONEncoder().encode(now)
    let again = try JSONDecoder().decode(OrderContent.self, from: data)
    #expect(again == now)
  }

  @Test func `The order of a release that stored no lines has those of the server's cart`() throws {
    var base = CartBase(CartRecord(id: "c", city: 1_526_384, left: []))
    let change = CartChange(
      cart: "c", operation: "key", edit: .order(OrderContent(due: 1, lines: [])))
    #expect(base.order(of: change) == nil)
    base.place(change, as: "N-1")
    #expect(base.record?.placed == nil && base.record?.ordered == "N-1" && base.record?.id == nil)
  }

  @Test func `An order is recorded once, also if its answer arrives again after the next cart`() {
    var base = CartBase(CartRecord(id: "c", city: 1_526_384, left: []))
    let change = CartChange(
      cart: "c", operation: "key-2",
      edit: .order(OrderContent(due: 1, lines: [], shown: Self.order(2))))
    base.place(change, as: "N-2")
    base.place(change, as: "N-2")
    #expect(base.record?.placed?.map(\.number) == ["N-2"])
    base.record?.placed = nil
    base.place(change, as: "N-2")
    #expect(base.record?.placed == nil, "an acknowledged order is back")
  }
}
