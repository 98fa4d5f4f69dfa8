#if canImport(SwiftUI)
  import Cities
  import FoodApp
  import SwiftUI
  import Sync

  /// The root view: the city picker until a city is chosen, then the tabs of the current user.
  struct FoodView: View {
    @Bindable var model: AppModel

    var body: some View {
      Group {
        if model.cities.state.currentCity == nil {
          CitiesScreen(model)
        } else if let user = model.user {
          UserTabs(user, model).id(user.id)
        } else {
          ProgressView()
        }
      }
      .alert("Not done", isPresented: $model.isFailureShown) {
        Button("OK") { model.failure = nil }
      } message: {
        Text(model.failure.map { words(for: $0) } ?? "")
      }
    }
  }

  /// The tabs of one user; when the user changes, new tabs and models replace them.
  private struct UserTabs: View {
    @State private var menu: MenuModel
    @State private var cart: CartModel
    @State private var orders: OrdersModel

    init(_ user: FoodAppUser, _ model: AppModel) {
      _menu = State(initialValue: MenuModel(model))
      _cart = State(initialValue: CartModel(user, model))
      _orders = State(initialValue: OrdersModel(user, model))
    }

    var body: some View {
      TabView {
        Tab("Menu", systemImage: "menucard") { MenuScreen(menu: menu) }
        Tab("Cart", systemImage: "cart") { CartScreen(cart: cart) }
          .badge(cart.rows.map(\.quantity).reduce(0, +))
        Tab("Orders", systemImage: "bag") { OrdersScreen(orders: orders) }
          .badge(orders.current.count)
      }
      .task { await orders.share() }
    }
  }

  struct FoodView_Previews: PreviewProvider {
    static var previews: some View {
      Sampled { model, _ in FoodView(model: model) }
    }
  }
#endif
