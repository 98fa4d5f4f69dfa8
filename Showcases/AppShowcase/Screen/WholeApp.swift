import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import Foundation
import Menu
import Profile
import Sandbox
import ShowcaseKit
import Sync

/// An app of all modules, with one page for each.
final class WholeApp: DemoApp {
  /// A page; the Tab key shows the next one.
  enum Page: String, CaseIterable {
    case city = "City"
    case menu = "Menu"
    case cart = "Cart"
    case addresses = "Addresses"
    case orders = "Orders"
    case rating = "Rating"
    case account = "You"
  }

  let app: FoodApp
  let launch: Launch<SandboxWorld>
  var page: Page
  /// The text in the field of the page with the cities, or of the one with the account.
  var text = ""
  /// The product or combo that is being configured; `nil` if there is none.
  var selection: MenuSelection?
  /// The fields of the address that is being entered, as they were typed; `nil` if there is none.
  var form: [(type: AddressFieldType, text: String)]?

  var sandbox: SandboxServer<SandboxWorld> { launch.sandbox }

  init(_ launch: Launch<SandboxWorld>) async throws {
    self.launch = launch
    let environment = launch.environment(city: launch.city(), transport: launch.demo.transport)
    let app = try FoodApp(
      in: environment, secrets: FileSecrets(in: environment.directory),
      language: try await Self.language(launch),
      city: launch.options.city.map { CityID(rawValue: $0) },
      cities: BundledCities(contentsOf: try CityServerModel.bundledList()))
    self.app = app
    page = .city
    launch.task { await app.run() }
    launch.task { _ = await app.cities.loadList() }
    launch.follow(app.cities.states())
    launch.follow(app.menu.states())
    launch.task { await Self.followUsers(of: app, launch) }
    launch.task { [weak self] in
      for await state in app.cities.states() where state.currentCity != nil {
        if self?.page == .city { self?.page = .menu }
        return
      }
    }
    if launch.isServerNew { launch.say(Self.forgotten) }
  }

  private static let forgotten = """
    The server of this program has forgotten the last run: sign in again; earlier orders stay as they \
    were. To start without data, use another --state.
    """

  /// Returns the language of the cities that the option `--language` names.
  ///
  /// Returns English without the option. Throws ``UsageError`` if no language matches.
  private static func language(_ launch: Launch<SandboxWorld>) async throws -> Language {
    guard launch.options.language != nil else { return .english }
    let catalog = FeatureEnvironment(transport: launch.sandbox).makeCityCatalog(
      language: .english,
      bundle: BundledCities(contentsOf: try CityServerModel.bundledList()))
    let offered = await catalog.loadList().languages.map(\.rawValue)
    return try launch.options.language(among: offered).map(Language.init(rawValue:)) ?? .english
  }

  /// Draws the screen again after each change of the user, or of what the user has.
  private static func followUsers(of app: FoodApp, _ launch: Launch<SandboxWorld>) async {
    var followed: FoodAppUser.ID?
    await withDiscardingTaskGroup { group in
      for await state in app.states() {
        launch.redraw()
        guard let user = state.user, user.id != followed else { continue }
        // The streams of a former user yield nothing more.
        followed = user.id
        group.addTask { for await _ in user.cart.states() { await launch.redraw() } }
        group.addTask { for await _ in user.addresses.states() { await launch.redraw() } }
        group.addTask { for await _ in user.orders.states() { await launch.redraw() } }
        group.addTask { for await _ in user.reviews.states() { await launch.redraw() } }
        group.addTask { for await _ in user.profile.states() { await launch.redraw() } }
      }
    }
  }

  // MARK: Scenes

  func scene() -> Scene {
    if let form { return scene(of: form) }
    if let selection, let menu { return scene(of: selection, in: menu) }
    return switch page {
    case .city: cityScene
    case .menu: menuScene
    case .cart: cartScene
    case .addresses: addressScene
    case .orders: orderScene
    case .rating: ratingScene
    case .account: accountScene
    }
  }

  /// Returns the scene of a page, with the commands of all pages.
  func scene(field: TextField? = nil, _ parts: [Part], commands: [Command<Void>] = []) -> Scene {
    let city = app.cities.state.currentCity?.name ?? "no city"
    return Scene(
      page.rawValue, pages: Page.allCases.map(\.rawValue),
      "\(city), \(AppPage.who(app.session.state))", status: AppPage.status(app, app.state),
      field: field, parts, commands: commands + common, events: events)
  }

  func show(_ page: Page) {
    (self.page, text) = (page, "")
  }

  private func turn(by step: Int) {
    let all = Page.allCases
    show(all[((all.firstIndex(of: page) ?? 0) + step + all.count) % all.count])
  }

  /// The menu and the availability of its items now; `nil` if no menu is loaded.
  var menu: OrderableMenu? { app.menu.state.orderable(at: .now) }

  /// The user whose features the app shows.
  func user() throws -> FoodAppUser {
    guard let user = app.state.user else { throw NoUser() }
    return user
  }

  /// Returns words for an amount of money, in the language of the app.
  var language: String { app.cities.state.language.rawValue }

  private var common: [Command<Void>] {
    [
      .now(.tab, "next page") { [self] in turn(by: 1) },
      .now(.backTab, "former page") { [self] in turn(by: -1) },
      .run(.control("l"), "language") { [app] in
        let all = app.cities.state.currentCity?.languages ?? [.english]
        let index = all.firstIndex(of: app.cities.state.language) ?? -1
        try await app.setLanguage(all[(index + 1) % all.count])
      },
      .run(.control("r"), "refresh") { [app] in
        try await app.menu.refresh()
        try await app.state.user?.cart.refresh()
      },
      .run(.control("y"), "try again") { [app] in
        for (feature, _) in app.state.failures { try await app.restart(feature) }
        return app.state.failures.isEmpty ? "Every module runs." : "A module still fails."
      },
    ]
  }

  private var events: [Command<Void>] {
    launch.faults(.slow, .errors) + [
      .now(.control("v"), "expire token") { [sandbox] in
        sandbox.change { $0.accounts.expireAccessTokens() }
        return "The access token has expired: ^R refreshes."
      },
      .now(.control("p"), "raise a price") { [app, sandbox] in
        guard let city = app.environment.city.context?.city else { return "Choose a city first." }
        let price = "\(Int.random(in: 30...60))000"
        sandbox.change {
          $0.menus.publish([MenuEdit("modifiers", "garlic-sauce", .set("price", price))], in: city)
        }
        return "Garlic sauce has another price: ^R refreshes."
      },
      .run(.control("u"), "ten minutes later") { [app, sandbox] in
        sandbox.change { $0.now += 600 }
        try await app.state.user?.orders.refresh()
        return "The kitchen is ten minutes ahead."
      },
    ]
  }
}

/// The error of a command while the session is being read.
private struct NoUser: Error, CustomStringConvertible {
  let description = "the session is being read"
}
