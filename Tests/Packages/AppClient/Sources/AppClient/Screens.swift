#if canImport(SwiftUI)
  import FoodApp
  import Foundation
  import SwiftUI

  struct PizzaApp: App {
    @State private var model = Result {
      guard let server = URL(string: "https://pizza.example") else { throw URLError(.badURL) }
      return AppModel(
        try FoodApp(
          in: .live(server: server, directory: .applicationSupportDirectory),
          secrets: KeychainSecrets(service: "session")))
    }
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
      WindowGroup {
        switch model {
        case .success(let model):
          ContentView(model: model)
            .task { await model.app.run() }
            .onChange(of: phase) {
              Task {
                if phase == .active { await model.enteredForeground() }
                if phase == .background { await model.enteredBackground() }
              }
            }
        case .failure(let error): Text("\(error)")
        }
      }
    }
  }

  struct ContentView: View {
    @Bindable var model: AppModel

    var body: some View {
      Group {
        if model.cities.state.currentCity == nil {
          CityScreen(model: model)
        } else if let user = model.user {
          TabView {
            Tab("Menu", systemImage: "menucard") { MenuScreen(model: model) }
            Tab("Cart", systemImage: "cart") { CartScreen(user, model) }
            Tab("Orders", systemImage: "bag") { OrdersScreen(user, model) }
            Tab("You", systemImage: "person") { AccountScreen(model: model) }
          }
          .id(user.id)
        } else {
          let failures = model.state.state.failures.map { "\($0.feature): \($0.failure)" }
          Text(failures.joined(separator: "\n"))
          Button("Try again") { Task { await model.enteredForeground() } }
        }
      }
      .alert(model.alert ?? "", isPresented: .constant(model.alert != nil)) {
        Button("OK") { model.alert = nil }
      }
    }
  }

  struct CityScreen: View {
    let model: AppModel
    @State private var query = ""

    var body: some View {
      List(model.cities.state.list?.search(query) ?? []) { city in
        Button(city.name) {
          Task { await model.perform { try await model.app.choose(city.id) } }
        }
      }
      .searchable(text: $query)
    }
  }

  struct MenuScreen: View {
    let model: AppModel

    var body: some View {
      List(model.menu.state.menu?.categories ?? []) { category in
        Section(category.name) {
          ForEach(category.items, id: \.self) { item in
            Button(model.menu.state.name(of: item)) { Task { await model.add(item) } }
          }
        }
      }
      .refreshable { await model.perform { try await model.app.menu.refresh() } }
    }
  }

  struct CartScreen: View {
    let user: FoodAppUser
    let model: AppModel
    @State private var cart: Observed<CartState>

    init(_ user: FoodAppUser, _ model: AppModel) {
      (self.user, self.model) = (user, model)
      _cart = State(initialValue: Observed(user.cart))
    }

    var body: some View {
      if cart.state.sync.fetch == .fetching { ProgressView() }
      List {
        ForEach(cart.state.lines) { line in
          Stepper("\(line.quantity) × \(line.item.name)") {
            perform { try await user.cart.change(line.id, by: 1) }
          } onDecrement: {
            perform { try await user.cart.change(line.id, by: -1) }
          }
          if case .failed(let reason) = line.status { Text(verbatim: "\(reason)") }
          ForEach(line.problems, id: \.self) { Text(verbatim: "\($0)") }
        }
        ForEach(cart.state.pending.filter(\.status.isFailed)) { change in
          Button("Try again: \(change.subject.description)") {
            perform { try await user.cart.retry(change.id) }
          }
          Button("Discard") { perform { try await user.cart.discard(change.id) } }
        }
      }
      if let due = cart.state.totals?.due, let city = model.cities.state.currentCity {
        Button("Order for \(city.moneyFormat.string(due))") {
          perform { try await user.placeOrder(for: due) }
        }
      }
      switch cart.state.order {
      case .pending: Text("Your order is being placed.")
      case .placed(_, let number): Text("Your order has the number \(number).")
      case .refused(let reason): Text("Your order was refused: \("\(reason)")")
      case .open: EmptyView()
      }
    }

    private func perform(_ action: @escaping () async throws -> Void) {
      Task { await model.perform(action) }
    }
  }

  struct OrdersScreen: View {
    let user: FoodAppUser
    let model: AppModel
    @State private var orders: Observed<OrdersState>

    init(_ user: FoodAppUser, _ model: AppModel) {
      (self.user, self.model) = (user, model)
      _orders = State(initialValue: Observed(user.orders))
    }

    var body: some View {
      List {
        ForEach(orders.state.active) { Text("\($0.number): \($0.status.rawValue)") }
        ForEach(orders.state.finished) { order in
          Button("\(order.number): \(order.status.rawValue). Remove") {
            Task { await model.perform { try await user.orders.acknowledge(order.id) } }
          }
        }
      }
    }
  }

  struct AccountScreen: View {
    let model: AppModel
    @State private var number = ""
    @State private var code = ""

    var body: some View {
      Form {
        if case .signedIn(let account) = model.state.state.session.status {
          Text("\(account)")
          Button("Sign out") {
            Task { await model.perform { try await model.app.signOut(keepingData: true) } }
          }
        } else if model.state.state.session.code == nil {
          TextField("Mobile number", text: $number)
          Button("Send a code") { Task { await model.sendCode(to: number) } }
        } else {
          TextField("Code", text: $code)
          Button("Sign in") {
            Task { await model.perform { try await model.app.signIn(withCode: code) } }
          }
        }
      }
    }
  }

  extension MenuState {
    /// The name of a product or combo of the menu.
    func name(of item: MenuItem) -> String {
      switch item {
      case .product(let id): menu?.products[id]?.name ?? ""
      case .combo(let id): menu?.combos[id]?.name ?? ""
      case .variant, .modifier, .ingredient, .size, .category: ""
      }
    }
  }
#endif
