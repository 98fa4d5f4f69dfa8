import Foundation
import OrdersTestSupport
import Storage
import StorageTestSupport
import Testing

@testable import Orders

struct StoredFilesTests {
  private static func sample(_ number: Int) -> Order {
    do { return try Order.sample(number) } catch { preconditionFailure("\(error)") }
  }

  private static let orders = ReleaseHistory("orders", class: .critical)
    .release(StoredSchema(StoredOrders.self)) { write in
      StoredOrders(
        orders: [sample(write), sample(write + 1)],
        acknowledged: [
          .init(
            id: "N-\(write)", revision: write, status: .rejected,
            received: Date(timeIntervalSince1970: 1))
        ],
        received: ["N-\(write)": Date(timeIntervalSince1970: Double(write))])
    } facts: { stored in
      [
        "orders": "\(stored.orders)", "acknowledged": "\(stored.acknowledged)",
        "received": "\(stored.received)",
      ]
    }

  private static let history = ReleaseHistory("order-history", class: .cache)
    .release(StoredSchema(StoredHistory.self)) { write in
      StoredHistory(
        page: OrderPage(orders: [sample(write)], next: OrderPage.Cursor(rawValue: "N-\(write)")),
        validator: "\"history-\(write)\"")
    } facts: { stored in
      ["page": "\(stored.page)", "validator": stored.validator ?? ""]
    }

  @Test(arguments: MigrationContract.allCases)
  func `Every rule holds for the current orders`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.orders)
  }

  @Test(arguments: MigrationContract.rules(for: .cache))
  func `Every rule holds for the first page of the history`(_ rule: MigrationContract) async throws
  {
    try await rule.verify(Self.history)
  }

  @Test func `A write that fails is reported, and repeated with the next one`() async throws {
    let device = DeviceFolder()
    // A folder in place of the file cannot be replaced by it.
    let obstacle = device.url.appending(path: "orders.v1.store/in-the-way")
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
    let base = OrdersBase(current: StoredOrders(orders: [Self.sample(1)]))
    let store = OrdersStore(StoredOrderFiles(in: device.launch()))
    guard case .failed = await store.save(base) else {
      Issue.record("it counts as written")
      return
    }

    try FileManager.default.removeItem(at: obstacle.deletingLastPathComponent())

    #expect(await store.save(base) == .written)
    let next = OrdersStore(StoredOrderFiles(in: device.launch()))
    #expect(try await next.load().current == base.current)
  }

  @Test func `A queued cancellation of the first release is read by every later one`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let change = OrderChange(cancel: "N-1")
    let text = #"{"cancel":"N-1"}"#
    #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == text)
    let decoded = try JSONDecoder().decode(OrderChange.self, from: Data(text.utf8))
    #expect(decoded == change)
    for rejection in [CancellationRejection.tooLate, .unknownOrder, .other("x")] {
      let again = try JSONDecoder().decode(
        CancellationRejection.self, from: encoder.encode(rejection))
      #expect(again == rejection)
    }
  }

  @Test func `A snapshot has the form of the first release`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "GoldenFiles")
    let file = folder.appending(path: "snapshot.v1.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let snapshot = OrderSnapshot(try Order.sample())
    #expect(String(decoding: try encoder.encode(snapshot), as: UTF8.self) == text)
    let later = text.replacing("{\"courier\"", with: "{\"aFieldOfALaterRelease\":1,\"courier\"")
    for form in [text, later] {
      let decoded = try JSONDecoder().decode(OrderSnapshot.self, from: Data(form.utf8))
      #expect(decoded == snapshot)
    }
    let least = try Data(contentsOf: folder.appending(path: "snapshot-least.v1.json"))
    let decoded = try JSONDecoder().decode(OrderSnapshot.self, from: least)
    #expect(decoded.status == .unknown("aLaterOne") && decoded.restaurant == nil)
  }
}
