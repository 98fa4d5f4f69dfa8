import Cart
import Cities
import Commerce
import FoodApp
import Menu
import Observation
import Sync

/// The model of the menu screen: the menu of the current city, and what can be ordered now.
@Observable
final class MenuModel {
  /// A product or combo of the menu.
  nonisolated struct Row: Identifiable, Equatable {
    let id: MenuItem
    let name: String
    let text: String
    /// The formatted lowest price of the item; `nil` if the item cannot be ordered now.
    ///
    /// Also `nil` if the time zone of the city is unknown. Items are sold at certain local times, so
    /// the app then cannot tell which items can be ordered.
    let price: String?
    /// The reason why the item cannot be ordered now; `nil` if it can be ordered.
    ///
    /// Also `nil` if the time zone of the city is unknown, because the app then cannot tell whether the
    /// item can be ordered.
    let unavailability: Unavailability?
  }

  /// A category of the menu.
  nonisolated struct Group: Identifiable, Equatable {
    let id: MenuCategory.ID
    let name: String
    let rows: [Row]
  }

  /// The search text; empty if the user is not searching.
  var query = ""
  private let model: AppModel
  private let menu: Observed<MenuState>

  init(_ model: AppModel) {
    self.model = model
    menu = Observed(model.app.menu)
  }

  /// The categories with their items; empty while the user is searching or no menu is loaded.
  var groups: [Group] {
    guard query.isEmpty, let snapshot = menu.state.menu else { return [] }
    let orderable = orderable
    return snapshot.categories.map { category in
      Group(
        id: category.id, name: category.name,
        rows: category.items.compactMap { row($0, in: snapshot, orderable) })
    }
  }

  /// The products and combos that match the search text.
  ///
  /// Empty if the user is not searching or no menu is loaded.
  var results: [Row] {
    guard !query.isEmpty, let snapshot = menu.state.menu else { return [] }
    let orderable = orderable
    return snapshot.search(query).compactMap { row($0, in: snapshot, orderable) }
  }

  /// Whether a menu is being fetched, and there is no earlier menu to show.
  var isLoading: Bool { menu.state.menu == nil && menu.state.fetch == .fetching }

  /// Whether the last fetch of the menu has failed; a menu that was loaded earlier stays visible.
  var hasFailed: Bool { if case .failed = menu.state.fetch { true } else { false } }

  /// Adds a product or combo to the cart, with its initial choices.
  func add(_ item: MenuItem) async {
    await model.perform {
      guard let city = menu.state.scope?.city, let orderable,
        let selection = orderable.selection(of: item),
        let item = orderable.cartItem(selection, in: city)
      else { return }
      try await model.user?.cart.add(item, count: 1)
    }
  }

  /// Fetches the menu.
  func refresh() async {
    await model.perform { try await model.app.menu.refresh() }
  }

  private var orderable: OrderableMenu? { menu.state.orderable(at: model.app.environment.now()) }

  private func row(
    _ item: MenuItem, in snapshot: MenuSnapshot, _ orderable: OrderableMenu?
  ) -> Row? {
    let texts: (name: String, text: String)? =
      switch item {
      case .product(let id): snapshot.products[id].map { ($0.name, $0.text) }
      case .combo(let id): snapshot.combos[id].map { ($0.name, $0.text) }
      case .variant, .modifier, .ingredient, .size, .category: nil
      }
    guard let texts else { return nil }
    let format = model.cities.state.currentCity?.moneyFormat
    let price = orderable?.lowestPrice(of: item)
    return Row(
      id: item, name: texts.name, text: texts.text,
      price: price.flatMap { price in format.map { $0.string(price) } },
      unavailability: orderable?.unavailability(of: item))
  }
}
