import CartTestSupport
import Networking
import NetworkingTestSupport
import Pricing
import Sync
import Synchronization
import Testing

@testable import Cart
@testable import Sync

@Suite("A cart behind a gate that closes")
struct CartGateTests {
  /// A server with one answer to all requests, which closes the gate before the first one.
  private final class ClosingServer: Transport {
    let gate = Gate()
    let answers: [HTTPResponse]
    let closesGate: Bool
    private let paths = Mutex<[String]>([])

    init(_ answers: [HTTPResponse], closesGate: Bool = false) {
      (self.answers, self.closesGate) = (answers, closesGate)
    }

    var requests: [String] { paths.withLock { $0 } }

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      if closesGate { gate.close(for: .offline) }
      return paths.withLock { paths in
        paths.append(request.path)
        return answers[min(paths.count, answers.count) - 1]
      }
    }
  }

  private func model(_ server: ClosingServer) -> CartModel {
    CartModel(
      server: CartServer(transport: server, gate: server.gate), estimatedFees: { _, _, _ in [] },
      placeAtServer: { .resolved($0.place) })
  }

  /// Returns the base of a cart after `count` other carts, which were never fetched, were abandoned.
  private func base(abandoning count: Int = 2) -> CartBase {
    let (city, ids) = (RequestContext.almaty.city, (0..<count).map { "c-\($0 + 1)" })
    var record = CartRecord(id: "current", city: city, left: ids)
    record.unfetched = ids.map { UnfetchedCart(id: $0, city: city, complete: []) }
    return CartBase(record)
  }

  private func order(_ server: ClosingServer) async -> SendOutcome<CartChange, CartBase> {
    let change = CartChange(
      cart: "current", operation: "1", edit: .order(OrderContent(due: 1, lines: [])))
    return await model(server).send(
      OutgoingChange(change: change, key: "key", serverIDs: [:], id: 1, mayBeApplied: false),
      on: base(), in: .almaty)
  }

  @Test(arguments: [1, 2])
  func `a fetch sends no further request once the gate is closed`(_ abandoned: Int) async {
    let closed = HTTPResponse(problem: "cartClosed", status: 410)
    for (closesGate, count) in [(false, abandoned + 1), (true, 1)] {
      let server = ClosingServer([closed], closesGate: closesGate)
      let outcome = await model(server).fetch(
        base(abandoning: abandoned), unless: nil, in: .almaty)
      #expect(server.requests.count == count)
      if case .updated = outcome { #expect(!closesGate) } else { #expect(closesGate) }
    }
  }

  @Test func `a fetch ends when the user is signed out during an abandoned cart`() async {
    let server = ClosingServer([HTTPResponse(problem: "signedOut", status: 401)])
    let outcome = await model(server).fetch(base(), unless: nil, in: .almaty)
    guard case .closed(.signedOut) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(server.requests == ["/v1/carts/c-1"])
  }

  @Test func `an order is looked up only while the gate is open`() async {
    let closed = HTTPResponse(problem: "cartClosed", status: 410)
    let server = ClosingServer([closed], closesGate: true)
    guard case .tryLater = await order(server) else {
      Issue.record("the order does not stay in the queue")
      return
    }
    #expect(server.requests == ["/v1/carts/current/order"])
  }

  @Test func `an order that is looked up after a sign-out closes the gate`() async {
    let server = ClosingServer([
      HTTPResponse(problem: "cartClosed", status: 410),
      HTTPResponse(problem: "signedOut", status: 401),
    ])
    guard case .closed(.signedOut) = await order(server) else {
      Issue.record("the sign-out is not reported")
      return
    }
    #expect(server.requests == ["/v1/carts/current/order", "/v1/orders"])
  }
}
