import Commerce
import Foundation
import Menu
import MenuKit
import Sandbox
import ShowcaseKit
import Sync

/// An app that has nothing but a menu.
final class MenuApp: DemoApp {
  /// A page of the window.
  enum Page {
    case list
    case product(ProductConfiguration)
    case combo(ComboConfiguration)
  }

  private let launch: Launch<MenuServerModel>
  private let catalog: any MenuCatalog
  private let city: SettledCity
  private var language: String
  private var page = Page.list
  /// The text to search for; `nil` if the user is not searching.
  private var query: String?
  /// The time for which the user wants to order; `nil` for an order now.
  private var scheduled: Date?

  init(_ launch: Launch<MenuServerModel>) throws {
    self.launch = launch
    language = try SandboxCity.language(launch.options)
    city = launch.city(try SandboxCity.context(in: language))
    catalog = launch.environment(city: city).makeMenuCatalog(fulfillment: .delivery)
    launch.run("The menu", catalog.run)
    launch.task(showMenus)
    launch.task(watchUnavailableItems)
  }

  /// Shows each new state of the menu, and tells the user what has changed in the menu.
  private func showMenus() async {
    var shown = catalog.state
    for await state in catalog.states() {
      if let changes = state.changes(since: shown), let old = shown.orderable(at: .now),
        let lines = state.orderable(at: .now)?.lines(changes, since: old), !lines.isEmpty
      {
        launch.say("The menu has changed: \(lines.joined(separator: "; "))")
      }
      shown = state
      launch.redraw()
    }
  }

  /// Fetches the unavailable items every second, as an app without push notifications would.
  private func watchUnavailableItems() async {
    while !Task.isCancelled {
      // After a failure, the items of the last fetch stay, and the status of the scene shows the error.
      do { try await catalog.refreshUnavailable() } catch {}
      launch.redraw()
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
    }
  }

  // MARK: Scenes

  func scene() -> Scene {
    guard let menu = catalog.state.orderable(at: scheduled ?? .now) else {
      let isLoading = !catalog.state.isLoaded || catalog.state.fetch == .fetching
      let text: Line = isLoading ? "" : "There is no menu yet: ^R loads it."
      return Scene(
        "Menu", order, status: status, [Part(lines: [text])], commands: commands, events: events)
    }
    switch page {
    case .list: return list(menu)
    case .product(let product):
      let variant = menu.menu.variants[product.variant]
      let name = menu.name(variant.map { .product($0.product) } ?? .variant(product.variant))
      return configurator(
        name, menu.price(of: product), menu.problems(in: product),
        [Part(below: menu.facts(product))]
          + menu.parts(of: product, in: SandboxCity.zone, sellOut: sellOut) { [self] in
            page = .product($0)
          }, in: menu
      ) { menu.ordered(product) }
    case .combo(let combo):
      let part = menu.part(of: combo, in: SandboxCity.zone, sellOut: sellOut) { [self] in
        page = .combo($0)
      }
      return configurator(
        menu.name(.combo(combo.combo)), menu.price(of: combo), menu.problems(in: combo),
        [part],
        in: menu
      ) { menu.ordered(combo) }
    }
  }

  /// Returns the scene with all categories or, while the user searches, with what was found.
  private func list(_ menu: OrderableMenu) -> Scene {
    let found = query.map { menu.menu.search($0) } ?? []
    let result = found.isEmpty ? "Nothing found: change the text." : "Found: \(found.count)"
    let groups = query.map { $0.isEmpty ? [] : [(result, found)] }
    let open: Command<MenuItem> = .now(.enter, "open") { [self] in page = menu.page(of: $0) ?? page
    }
    let sellOut = Command.run("x", "sell out", self.sellOut).inSandbox
    let parts = (groups ?? menu.menu.categories.map { ($0.name, $0.items) }).map { title, items in
      Part(
        title: Line(title, .strong), items, id: { "\($0)" },
        commands: query == nil ? [open, sellOut] : [open]
      ) { item in
        let (name, price, remark) = menu.row(item, in: SandboxCity.zone)
        return Screen.Row(name, price, remark, tone: price.isEmpty ? .faint : .plain)
      }
    }
    return Scene(
      query == nil ? "Menu" : "Search", order, status: status,
      field: query.map { TextField("Search", $0) { [self] in query = $0 } }, parts,
      commands: query == nil
        ? [.now("/", "search") { [self] in query = "" }] + commands
        : [.now(.escape, "back") { [self] in query = nil }],
      events: query == nil ? events : [])
  }

  /// Returns the scene of a product or a combo that the user configures.
  private func configurator(
    _ name: String, _ price: Money?, _ problems: [ConfigurationProblem], _ parts: [Part],
    in menu: OrderableMenu, ordered: @escaping () -> OrderedItem?
  ) -> Scene {
    let problems = problems.prefix(6).map { menu.words($0, in: SandboxCity.zone) }
    return Scene(
      name, "\(menu.text(price)) · \(order)", status: problems.joined(separator: "; "), parts,
      commands: [
        .now(.enter, "add to the cart") { [self] in
          guard let item = ordered() else {
            return "Not added: correct the problems first, or choose something else."
          }
          page = .list
          return "Added to the cart: " + menu.lines(item).joined(separator: "; ")
        },
        .now(.escape, "back") { [self] in page = .list },
      ] + commands, events: events)
  }

  /// The language, the fulfillment method and the time of the order.
  private var order: String {
    let time = SandboxCity.wall(scheduled ?? .now)
    return "\(SandboxCity.name(of: language)), \(catalog.state.fulfillment.words), "
      + (scheduled == nil ? "now, \(time)" : "for \(time)")
  }

  /// A summary of the stored menu, and the status of the current or last fetch.
  private var status: String {
    let state = catalog.state
    guard state.isLoaded else { return "Loading the stored menu" }
    var data = "No menu is stored"
    if let menu = state.menu, let time = state.time {
      data = menu.summary + (state.isFresh ? "" : ", loaded \(SandboxCity.wall(time))")
    }
    return [data, state.fetch.words].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  // MARK: Commands

  private func sellOut(_ item: MenuItem) async throws -> String {
    launch.sandbox.change { $0.toggleStop(MenuServerModel.Stop(soldOut: item), in: SandboxCity.id) }
    try await catalog.refreshUnavailable()
    return ""
  }

  private var commands: [Command<Void>] {
    [
      .run(.control("l"), "language", inTurn: false) { [self] in
        let all = SandboxCity.languages
        language = all[((all.firstIndex(of: language) ?? -1) + 1) % all.count]
        city.settle(in: try SandboxCity.context(in: language))
        await catalog.load()
      },
      .run("p", "pickup or delivery", inTurn: false) { [catalog] in
        let isDelivery = catalog.state.fulfillment == .delivery
        await catalog.setFulfillment(isDelivery ? .pickup : .delivery)
      },
      .now("t", "time") { [self] in
        // The times are now, and 6, 20 and 24 hours from now.
        let shown = scheduled.map { $0.timeIntervalSinceNow / 3_600 } ?? 0
        scheduled = [6.0, 20, 24].first { $0 > shown + 0.1 }.map { .now + $0 * 3_600 }
      },
      .run(.control("r"), "refresh", inTurn: false) { [catalog] in try await catalog.refresh() },
    ]
  }

  /// Commands for events at the server.
  private var events: [Command<Void>] {
    launch.faults(.slow, .errors) + [
      .run(.control("u"), "publish a newer menu", inTurn: false) { [launch, catalog] in
        let edit = MenuEdit("modifiers", "bacon", .set("price", "\(Int.random(in: 30...60))000"))
        launch.sandbox.change { $0.publish([edit], in: SandboxCity.id) }
        try await catalog.refresh()
      }
    ]
  }
}

extension OrderableMenu {
  /// Returns the page of a product or a combo with its initial choices; `nil` for any other item.
  fileprivate func page(of item: MenuItem) -> MenuApp.Page? {
    switch item {
    case .product(let id):
      let variants = menu.products[id]?.variants ?? []
      let first = variants.first { unavailability(of: .variant($0)) == nil } ?? variants.first
      return first.flatMap { start(with: $0) }.map(MenuApp.Page.product)
    case .combo(let id): return start(with: id).map(MenuApp.Page.combo)
    case .variant, .modifier, .ingredient, .size, .category: return nil
    }
  }
}
