import Foundation
import Menu
import Networking
import Sandbox
import ShowcaseKit
import Sync

/// An event that ``MenuScreen`` handles, such as a pressed key or a new state of the menu.
enum MenuEvent: ScreenEvent {
  case key(Key)
  case state(MenuState)
  case time(Date)
  case notice(String)
  case reports([String])
}

/// An action that ``MenuScreen`` requests and ``MenuDemo`` performs.
enum MenuCommand: Sendable, Equatable {
  case use(FulfillmentMethod, language: String)
  case refresh
  case stop(MenuItem)
  case publish
  case toggle(SandboxFault)
  case leave
}

/// The content of the full-screen showcase, as a value.
///
/// ``handle(_:)`` applies an event, and may return a command for ``MenuDemo``. ``lines(in:)`` draws
/// the content.
struct MenuScreen: Screen {
  /// The page that the window shows.
  enum Page: Hashable {
    case list
    case product(ProductConfiguration)
    case combo(ComboConfiguration)
  }

  var fault: SandboxFault?
  var page = Page.list
  var selected = 0
  var notice = ""
  /// The user-facing reports on damaged files, one sentence for each file.
  private(set) var reports: [String] = []
  var cart: [OrderedItem] = []
  var language: String
  /// The time for which the user wants to order; `nil` for an order now.
  var scheduled: Date?
  private(set) var state: MenuState
  var time: Date
  var rowInList = 0
  /// The search text; `nil` if the user is not searching.
  private(set) var query: String?
  /// The products and combos that match ``query``.
  ///
  /// They are stored, because a search for each drawing of the screen would be slow.
  private var found: [MenuItem] = []

  init(_ state: MenuState, language: String, time: Date) {
    self.state = state
    self.language = language
    self.time = time
  }

  /// The menu and the availability of its items at the time of the order.
  ///
  /// The time of the order is ``scheduled``, or ``time`` if the user wants to order now.
  var menu: OrderableMenu? { state.orderable(at: scheduled ?? time) }

  mutating func handle(_ event: MenuEvent) -> MenuCommand? {
    switch event {
    case .key(let key): return press(key)
    case .state(let new): show(new)
    case .time(let now): time = now
    case .notice(let text): notice = text
    case .reports(let sentences): reports = sentences
    }
    return nil
  }

  private mutating func show(_ new: MenuState) {
    let (changes, old) = (new.changes(since: state), menu)
    state = new
    if let changes, let old, let menu {
      let lines = menu.lines(changes, since: old)
      if !lines.isEmpty { notice = "The menu has changed: \(lines.joined(separator: "; "))" }
    }
    search(query)
    select(selected)
  }

  /// Searches for products and combos; `nil` ends the search.
  mutating func search(_ text: String?) {
    query = text
    found = text.flatMap { state.menu?.search($0) } ?? []
  }

  /// Returns the items that the list page shows, grouped under headings.
  ///
  /// If ``query`` contains text, the only group is the search result. Otherwise each category of
  /// the menu is a group.
  func sections(of menu: MenuSnapshot) -> [(heading: String, items: [MenuItem])] {
    if query?.isEmpty == false {
      return [
        (found.isEmpty ? "Nothing found: change the text." : "Found: \(found.count)", found)
      ]
    }
    return menu.categories.map { ($0.name, $0.items) }
  }

  mutating func select(_ row: Int) {
    selected = max(0, min(row, rowCount - 1))
  }

  private var rowCount: Int {
    guard let menu else { return 0 }
    return switch page {
    case .list: sections(of: menu.menu).reduce(0) { $0 + $1.items.count }
    case .product(let configuration): ProductField.all(of: configuration, in: menu.menu).count
    case .combo(let configuration): menu.menu.combos[configuration.combo]?.slots.count ?? 0
    }
  }

  /// Returns the menu item of the selected row; `nil` if the row has none.
  func item(in menu: OrderableMenu) -> MenuItem? {
    switch page {
    case .list:
      let items = sections(of: menu.menu).flatMap(\.items)
      return items.indices.contains(selected) ? items[selected] : nil
    case .product(let configuration):
      let fields = ProductField.all(of: configuration, in: menu.menu)
      return fields.indices.contains(selected) ? fields[selected].item(configuration) : nil
    case .combo(let configuration):
      let slots = menu.menu.combos[configuration.combo]?.slots ?? []
      guard slots.indices.contains(selected) else { return nil }
      return configuration.choices[slots[selected]]?.first.map { .variant($0.variant) }
    }
  }
}
