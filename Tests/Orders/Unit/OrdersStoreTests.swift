import NetworkingTestSupport
import OrdersTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Orders

struct OrdersStoreTests {
  private static let error = StorageError.notEncodable(file: "orders", reason: "no")
  private let files = RecordingFiles()

  private func base() throws -> OrdersBase {
    var order = try Order("N-1", of: .snack)
    order.status = .fulfilled
    return OrdersBase(
      current: StoredOrders(orders: [order]),
      history: StoredHistory(page: OrderPage(orders: [order]), validator: "\"1\""))
  }

  @Test func `What was loaded is not written again`() async throws {
    let base = try base()
    files.change { ($0.orders, $0.history) = (base.current, base.history) }
    let store = OrdersStore(files)

    #expect(try await store.load() == base)
    #expect(await store.save(base) == .written)

    #expect(files.writes == [])
  }

  @Test func `Each file is written once for each change of its content`() async throws {
    let store = OrdersStore(files)
    var base = try base()
    files.change { $0.status = .inMemory }

    for _ in 0..<2 { #expect(await store.save(base) == .inMemory) }
    #expect(files.writes == [.history, .orders])

    base.history?.validator = "\"2\""
    for _ in 0..<2 { #expect(await store.save(base) == .inMemory) }
    #expect(files.writes == [.history, .orders, .history])

    base.current.acknowledged = [.init(id: "N-0", revision: 1, status: .fulfilled, received: nil)]
    base.problems = [OrderProblem("N-1", .unknownToServer)]
    for _ in 0..<2 { #expect(await store.save(base) == .inMemory) }
    #expect(files.writes == [.history, .orders, .history, .orders])
    #expect(files.current == base.current && files.page == base.history)
  }

  @Test func `Orders that could not be written are written again, without any other change`()
    async throws
  {
    let store = OrdersStore(files)
    let base = try base()
    files.change { $0.status = .failed(Self.error) }
    for _ in 0..<2 { #expect(await store.save(base) == .failed(Self.error)) }
    files.change { $0.status = .written }
    for _ in 0..<2 { #expect(await store.save(base) == .written) }
    #expect(files.writes == [.history, .orders, .orders, .orders])
  }

  @Test func `A history that cannot be read counts as absent, and orders do not`() async throws {
    let base = try base()
    files.change { ($0.orders, $0.history) = (base.current, base.history) }
    files.change { $0.historyError = Self.error }
    let store = OrdersStore(files)
    #expect(try await store.load() == OrdersBase(current: base.current))
    files.change { $0.ordersError = Self.error }
    await #expect(throws: Self.error) { try await store.load() }
  }

  @Test func `Running ends with an error if the orders cannot be read`() async {
    files.change { $0.ordersError = Self.error }
    let orders = LiveOrderTracker(
      in: FeatureEnvironment(
        transport: SandboxServer(OrderServerModel()), city: SettledCity(.almaty)),
      files: files)
    let executor = SimulationExecutor(seed: 1)
    let running = Task(executorPreference: executor) { () -> OrdersError? in
      do throws(OrdersError) { try await orders.run() } catch { return error }
      return nil
    }
    while executor.step() {}
    // A run that had not ended would now end without an error.
    running.cancel()
    while executor.step() {}
    #expect(await running.value == .sync(.storage(Self.error)))
  }

}

/// Files in memory that record each write.
private final class RecordingFiles: OrderFiles {
  enum Write: Equatable { case orders, history }

  struct State {
    var orders: StoredOrders?
    var history: StoredHistory?
    var ordersError: StorageError?
    var historyError: StorageError?
    /// The result of each write of the orders.
    var status = WriteStatus.written
    var writes: [Write] = []
  }

  private let state = Mutex(State())

  var writes: [Write] { state.withLock { $0.writes } }
  var current: StoredOrders? { state.withLock { $0.orders } }
  var page: StoredHistory? { state.withLock { $0.history } }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  func orders() async throws(StorageError) -> StoredOrders? {
    if let error = state.withLock({ $0.ordersError }) { throw error }
    return current
  }

  func history() async throws(StorageError) -> StoredHistory? {
    if let error = state.withLock({ $0.historyError }) { throw error }
    return page
  }

  func save(_ orders: StoredOrders) async -> WriteStatus {
    state.withLock { state in
      state.writes.append(.orders)
      if case .failed = state.status { return state.status }
      state.orders = orders
      return state.status
    }
  }

  func save(_ history: StoredHistory) async {
    state.withLock { state in
      state.writes.append(.history)
      state.history = history
    }
  }
}
