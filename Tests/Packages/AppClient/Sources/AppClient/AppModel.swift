import Addresses
import Cart
import Cities
import Favorites
import Menu
import Networking
import Observation
import OrderRating
import Sync

/// Everything that the screens of an app draw; each property is one line per feature.
@Observable
final class AppModel {
  let cities: Observed<CityState>
  let menu: Observed<MenuState>
  let cart: Observed<CartState>
  let addresses: Observed<AddressBookState>
  let reviews: Observed<ReviewsState>
  let favorites: Observed<FavoritesState>

  private let features: Features

  init(in environment: FeatureEnvironment) throws {
    features = Features(in: environment, try .bundled())
    cities = Observed(features.cities)
    menu = Observed(features.menu)
    cart = Observed(features.cart)
    addresses = Observed(features.addresses)
    reviews = Observed(features.reviews)
    favorites = Observed(features.favorites)
  }

  /// The first line of a screen.
  var title: String {
    let count = cities.state.list?.cities.count ?? 0
    let favorites = favorites.state.products.joined(separator: ", ")
    return "\(count) cities, \(cart.state.lines.count) lines, favorites: \(favorites)"
  }

  func start() async { await features.cities.start(with: nil) }

  /// Adds to the cart, or returns the text of the error for an alert.
  func add(_ item: CartItem) async -> String? {
    do { try await features.cart.add(item, count: 1) } catch { return "\(error)" }
    return nil
  }

  func like(_ product: String) async throws { try await features.favorites.add(product) }

  /// Runs all features until the task is canceled.
  func run() async throws {
    try await withThrowingDiscardingTaskGroup { [features] group in
      group.addTask { await features.menu.run() }
      group.addTask { try await features.cart.run() }
      group.addTask { try await features.addresses.run() }
      group.addTask { try await features.reviews.run() }
      group.addTask { try await features.favorites.run() }
    }
  }
}

/// The features of an app over one environment.
nonisolated struct Features: Sendable {
  let cities: any CityCatalog
  let menu: any MenuCatalog
  let cart: any ShoppingCart
  let addresses: any AddressBook
  let reviews: any OrderReviews
  let favorites: Favorites

  init(in environment: FeatureEnvironment, _ templates: AddressTemplates) {
    cities = CitiesFactory.makeCatalog(in: environment, language: .english)
    menu = MenuFactory.makeCatalog(in: environment, fulfillment: .delivery)
    cart = CartFactory.makeCart(in: environment)
    addresses = AddressesFactory.makeBook(in: environment, templates: templates)
    reviews = OrderRatingFactory.makeReviews(in: environment)
    favorites = Favorites(in: environment)
  }
}
