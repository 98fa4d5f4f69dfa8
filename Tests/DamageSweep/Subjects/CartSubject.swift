import Cart
import CartTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sandbox
import Sync

/// A cart with lines at the server, a cart of another city, and pending changes.
struct CartSubject: Subject {
  let name = "Cart"

  func makeServer() -> CartServerDouble { CartServerDouble() }

  func copy(of server: CartServerDouble) -> CartServerDouble {
    CartServerDouble(server.model)
  }

  func launch(_ launch: Launch, _ server: CartServerDouble) -> any ShoppingCart {
    launch.environment(server).makeCart()
  }

  private static let withCheese = CartItem.sample(
    "margherita", "Margherita", 2_500,
    modifiers: [ItemConfiguration.Modifier("cheese", count: 1)])

  var steps: [Step] {
    [
      { cart, _, _ in try await cart.add(.pepperoni, count: 1) },
      { _, _, launch in launch.city.settle(in: .belgrade) },
      { _, _, launch in launch.city.settle(in: .almaty) },
      { cart, _, _ in try await cart.add(.margherita, count: 2) },
      { _, _, launch in launch.gate.close(for: .offline) },
      { cart, _, _ in try await cart.add(.cola, count: 3) },
      { cart, _, _ in try await cart.setQuantity(4, of: CartItem.margherita.line) },
      { cart, _, _ in try await cart.setPromo("TENTH", isWanted: true) },
      { cart, _, _ in try await cart.setFulfillment(CartFulfillment(.delivery, "address-1")) },
      { cart, _, _ in try await cart.add(Self.withCheese, count: 1) },
      { cart, _, _ in try await cart.setPromo("COLA", isWanted: true) },
    ]
  }

  func run(_ cart: any ShoppingCart, _ launch: Launch) async {
    await launch.insist { try await cart.run() }
  }

  func view(_ cart: any ShoppingCart, _ launch: Launch) async -> View {
    let state = cart.state
    var view: View = [:]
    view["id"] = state.id
    view["other cart"] = state.others.last.map { cart in
      cart.lines.map { "\($0.quantity) \($0.item.name)" }.joined()
    }
    view["order"] = "\(state.order)"
    for line in state.lines {
      view["line \(line.id.rawValue)"] = "\(line.quantity) \(line.item.name)"
    }
    for change in state.pending {
      let text = "\(change.status) \(change.reason)"
      switch change.subject {
      case .line(let id, _, let quantity):
        view["waiting line \(id.rawValue)"] = "\(quantity) \(text)"
      case .promo(let code, let isWanted): view["waiting promo \(code)"] = "\(isWanted) \(text)"
      case .fulfillment(let way): view["waiting fulfilment"] = "\(way.place) \(text)"
      case .order: view["waiting order"] = text
      case .unreadable: view["waiting unreadable"] = text
      }
    }
    return view
  }

  func arrivals(at server: CartServerDouble) -> View {
    var view: View = [:]
    let model = server.model
    for id in model.ids.sorted() {
      guard let cart = model.cart(id) else { continue }
      for line in cart.lines {
        let configuration = line.item.configuration
        let modifiers = configuration.modifiers.map { "+\($0.id)" }.joined()
        let key = "server line \(configuration.product)\(modifiers)"
        view[key] = (view[key].map { "\($0), " } ?? "") + "\(line.quantity) in \(id)"
      }
      for promo in cart.promos { view["server promo \(promo.code)"] = id }
      view["server fulfilment"] = cart.fulfilment.map { "\($0.place) in \(id)" }
    }
    view["server orders"] = "\(model.placed.count)"
    return view
  }

  func requests(at server: CartServerDouble) -> [HTTPRequest] { server.requests }

  func sources(of piece: String) -> Set<String> {
    switch piece {
    case "id", "other cart", "order": ["carts"]
    case _ where piece.hasPrefix("line "): ["carts", "cart-changes"]
    default: ["cart-changes"]
    }
  }
}
