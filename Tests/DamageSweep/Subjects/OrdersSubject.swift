import Networking
import NetworkingTestSupport
import Orders
import OrdersTestSupport
import Sandbox
import Sync

/// Orders taken over from the cart, a finished one, the first page of the history, and a pending
/// cancellation.
struct OrdersSubject: Subject {
  let name = "Orders"

  func makeServer() -> SandboxServer<OrderServerModel> {
    var model = OrderServerModel()
    model.addHistory(3, of: .snack)
    // An order that never ends, and is too old to be asked for on a schedule: the app comes to rest.
    var course = OrderCourse([.init("confirmed", after: 60)], promisedFrom: 600, promisedTo: 900)
    course.cancelWindow = 10_000_000
    model.courses = ["delivery": course, "pickup": course]
    return SandboxServer(model)
  }

  func copy(of server: SandboxServer<OrderServerModel>) -> SandboxServer<OrderServerModel> {
    SandboxServer(server.model)
  }

  func launch(_ launch: Launch, _ server: SandboxServer<OrderServerModel>) -> any OrderTracker {
    launch.environment(server).makeOrderTracker()
  }

  var steps: [Step] {
    [
      { orders, _, _ in try await orders.refresh() },
      { orders, server, _ in
        server.change { server in
          server.place("N-1", key: "key-1", cart: .evening)
          server.place("N-2", key: "key-2", cart: .snack)
          server.now += 200_000
        }
        _ = try await orders.track(Order("N-1", key: "key-1", of: .evening))
      },
      { orders, _, _ in _ = try await orders.history(after: nil) },
      { orders, _, _ in
        _ = try await orders.track(Order("N-2", key: "key-2", of: .snack))
        try await orders.refresh()
      },
      { orders, server, _ in
        server.change { $0.finish("N-2") }
        try await orders.refresh()
      },
      { _, _, launch in launch.gate.close(for: .offline) },
      { orders, _, _ in try await orders.cancel("N-1") },
    ]
  }

  func run(_ orders: any OrderTracker, _ launch: Launch) async {
    await launch.insist { try await orders.run() }
  }

  func view(_ orders: any OrderTracker, _ launch: Launch) async -> View {
    let state = orders.state
    var view: View = [:]
    for order in state.active + state.finished {
      view["order \(order.id)"] = "\(order.status) \(order.lines.map(\.name))"
    }
    view["history"] = state.history.map { "\($0.orders.map(\.id))" }
    for cancellation in state.cancellations {
      view["waiting \(cancellation.order ?? "")"] = "\(cancellation.status)"
    }
    return view
  }

  func arrivals(at server: SandboxServer<OrderServerModel>) -> View {
    var view: View = [:]
    for order in server.model.all where order.status == "cancelled" {
      view["server \(order.id)"] = order.status
    }
    return view
  }

  func requests(at server: SandboxServer<OrderServerModel>) -> [HTTPRequest] { server.requests }

  func sources(of piece: String) -> Set<String> {
    switch piece {
    case "history": ["order-history"]
    // A canceled order is active without the cancellation.
    case _ where piece.hasPrefix("order "): ["orders", "order-changes"]
    default: ["order-changes"]
    }
  }
}
