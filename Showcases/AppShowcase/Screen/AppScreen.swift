import Addresses
import Cart
import Cities
import FoodApp
import Foundation
import Menu
import Networking
import OrderRating
import Orders
import Profile
import ShowcaseKit

/// The data that the screen draws: the states of all features at one moment.
struct AppView: Sendable {
  var cities: CityState
  var menu: MenuState
  var session: SessionState
  var cart = CartState.empty
  var addresses = AddressBookState.empty
  var orders = OrdersState()
  var reviews = ReviewsState()
  /// The status of each module, as one line.
  var status = ""
  var time: Date

  /// The menu and the availability of its items at ``time``; `nil` if no menu is loaded.
  var orderable: OrderableMenu? { menu.orderable(at: time) }
}

/// An input of an ``AppScreen``: a key, or news from the app.
enum AppEvent: ScreenEvent {
  case key(Key)
  case view(AppView)
  case notice(String)
  case reports([String])
  /// The app has saved the address in the form; the value is a message for the user.
  case saved(String)
}

/// An action that an ``AppScreen`` requests, usually after the user has pressed a key.
enum AppCommand: Sendable, DeviceCommand {
  case choose(CityID)
  case nextLanguage
  case add(CartItem)
  /// Adds a number of units to the current quantity of a line; a negative number removes units.
  case change(CartLine.ID, by: Int)
  case remove(CartLine.ID)
  case accept(CartLine.ID)
  case promo(String, isWanted: Bool)
  case pickup
  case takeUp
  case order
  case decide(isKept: Bool)
  case requestCode(String)
  case enter(String)
  case discardCode
  case signOut(keepingData: Bool)
  case addAddress([AddressField])
  case deliver(SavedAddress.ID)
  case removeAddress(SavedAddress.ID)
  case ask
  /// Adds a number of stars to the current rating of a subject; a negative number removes stars.
  case stars(by: Int, of: String, in: String)
  case attachPhoto(String)
  case submit(String)
  case refresh
  case restart
  case cancelOrder(Order.ID)
  case repeatOrder(Order.ID)
  case device(DeviceTrouble)
  case trouble(AppTrouble)
  case leave
}

/// A fault or another event at the server that the user can cause.
enum AppTrouble: Sendable, Equatable {
  case slow, errors, expire, raisePrices, hurry
  case sellOut(MenuItem)

  init?(_ key: Key) {
    switch key {
    case .control("s"): self = .slow
    case .control("e"): self = .errors
    case .control("v"): self = .expire
    case .control("p"): self = .raisePrices
    case .control("u"): self = .hurry
    default: return nil
    }
  }
}

/// A row of the address form, with the text as it was typed.
///
/// An `AddressField` removes the white space around its value, so it cannot contain a text that is
/// still being typed.
struct AddressRow: Equatable {
  let type: AddressFieldType
  var text = ""
}

/// The screen of the whole app, as a value.
///
/// The screen handles events and returns commands, and ``lines(in:)`` draws it.
struct AppScreen: Screen {
  /// A page of the screen; the Tab key shows the next one.
  enum Page: String, CaseIterable {
    case city = "City"
    case menu = "Menu"
    case cart = "Cart"
    case addresses = "Addresses"
    case orders = "Orders"
    case rating = "Rating"
    case account = "You"
  }

  var view: AppView
  /// The names of the current faults, such as `offline`, for the header of the screen.
  var troubles: [String] = []
  private(set) var page = Page.city
  private(set) var notice = ""
  /// The reports on the app's damaged files, one sentence for each file.
  private(set) var reports: [String] = []
  /// The index of the selected row on each page.
  private var rows: [Page: Int] = [:]
  /// The product or combo that is being configured; `nil` if there is none.
  private(set) var selection: MenuSelection?
  private(set) var row = 0
  /// The text that is being typed; `nil` if no text field is open.
  private(set) var typed: String?
  /// The fields of the address that is being entered; `nil` if no address form is open.
  private(set) var form: [AddressRow]?

  init(_ view: AppView) {
    self.view = view
    typed = view.cities.currentCity == nil ? "" : nil
    if view.cities.currentCity != nil { page = .menu }
  }

  /// The index of the selected row on the current page.
  var selected: Int { rows[page] ?? 0 }

  mutating func handle(_ event: AppEvent) -> AppCommand? {
    switch event {
    case .key(let key): return press(key)
    case .view(let new):
      if view.cities.currentCity == nil, new.cities.currentCity != nil { show(.menu) }
      if page == .account, new.session.status != view.session.status { typed = nil }
      view = new
      select(selected)
    case .notice(let text): notice = text
    case .reports(let sentences): reports = sentences
    case .saved(let text):
      form = nil
      notice = text
    }
    return nil
  }

  /// The items of the menu in the order of its categories.
  var items: [MenuItem] { view.orderable?.menu.categories.flatMap(\.items) ?? [] }

  /// The cities that match the typed text.
  var cities: [CitySummary] { view.cities.list?.search(typed ?? "") ?? [] }

  /// The active orders, then the ended ones.
  var orders: [Order] { view.orders.active + view.orders.finished }

  /// The draft of the review on the rating page; `nil` if there is no draft.
  var draft: ReviewDraft? { view.reviews.drafts.last }

  // MARK: Keys

  private mutating func press(_ key: Key) -> AppCommand? {
    if let trouble = DeviceTrouble(key) { return .device(trouble) }
    if let trouble = AppTrouble(key) { return .trouble(trouble) }
    switch key {
    case .resize: return nil
    case .control("c"): return .leave
    case .control("r"): return .refresh
    case .control("y"): return .restart
    case .control("l"): return .nextLanguage
    case .tab where form == nil && selection == nil:
      notice = ""
      let all = Page.allCases
      show(all[((all.firstIndex(of: page) ?? 0) + 1) % all.count])
      return nil
    default: break
    }
    notice = ""
    if form != nil { return pressInForm(key) }
    if selection != nil { return pressInConfigurator(key) }
    if typed != nil { return type(key) }
    switch key {
    case .character("q"): return .leave
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .pageUp: select(selected - 10)
    case .pageDown: select(selected + 10)
    default:
      let (page, command) = (page, act(key))
      let isUnused = command == nil && notice.isEmpty && page == self.page
      if isUnused, typed == nil, form == nil, selection == nil {
        let isEmpty = rowCount == 0 && page != .account
        notice = isEmpty ? "There is nothing here." : "This key does nothing here."
      }
      return command
    }
    return nil
  }

  private mutating func act(_ key: Key) -> AppCommand? {
    switch page {
    case .city: typed = ""
    case .menu: return pressInMenu(key)
    case .cart: return pressInCart(key)
    case .addresses: return pressInAddresses(key)
    case .orders: return pressInOrders(key)
    case .rating: return pressInRating(key)
    case .account: return pressInAccount(key)
    }
    return nil
  }

  private mutating func pressInMenu(_ key: Key) -> AppCommand? {
    guard items.indices.contains(selected) else { return nil }
    switch key {
    case .enter:
      selection = view.orderable?.selection(of: items[selected])
      row = 0
    case .character("x"): return .trouble(.sellOut(items[selected]))
    default: break
    }
    return nil
  }

  private mutating func pressInConfigurator(_ key: Key) -> AppCommand? {
    guard var chosen = selection, let menu = view.orderable else { return nil }
    let fields = ConfiguratorRow.all(of: chosen, in: menu.menu)
    switch key {
    case .up: row = max(0, row - 1)
    case .down, .tab: row = max(0, min(fields.count - 1, row + 1))
    case .left, .right:
      guard fields.indices.contains(row) else { return nil }
      fields[row].change(&chosen, by: key == .left ? -1 : 1, in: menu)
      selection = chosen
    case .enter:
      guard let city = view.menu.scope?.city, let item = menu.cartItem(chosen, in: city) else {
        notice = "Not added: correct the problems first."
        return nil
      }
      selection = nil
      return .add(item)
    case .escape: selection = nil
    default: break
    }
    return nil
  }

  private mutating func pressInCart(_ key: Key) -> AppCommand? {
    let line = view.cart.lines.indices.contains(selected) ? view.cart.lines[selected] : nil
    switch key {
    case .enter:
      // Opens the form for configuring an item, with the choices of the selected line. The line itself
      // does not change: the configured item is added to the cart as a new line.
      selection = line.flatMap { line in
        view.orderable.flatMap { MenuSelection(line.item.configuration, in: $0.menu) }
      }
      row = 0
      if line != nil, selection == nil { notice = "This item is no longer on the menu." }
    case .character("+"): return line.map { .change($0.id, by: 1) }
    case .character("-"): return line.map { .change($0.id, by: -1) }
    case .backspace: return line.map { .remove($0.id) }
    case .character("a"): return line.map { .accept($0.id) }
    case .character("p"): typed = ""
    case .character("u"): return view.cart.promos.last.map { .promo($0.code, isWanted: false) }
    case .character("d") where view.cart.fulfillment?.method == .pickup:
      show(.addresses)
      notice = "Choose the address for the delivery."
    case .character("d"): return .pickup
    case .character("t"): return .takeUp
    case .character("o") where view.session.status == .guest: notice = Self.signInFirst
    case .character("o"): return .order
    case .character("r"): return .decide(isKept: true)
    case .character("z"): return .decide(isKept: false)
    default: break
    }
    return nil
  }

  private mutating func pressInAddresses(_ key: Key) -> AppCommand? {
    let all = view.addresses.addresses
    let address = all.indices.contains(selected) ? all[selected].id : nil
    switch (key, address) {
    case (.enter, let address?): return .deliver(address)
    case (.backspace, let address?): return .removeAddress(address)
    case (.character("n"), _) where view.session.status != .guest:
      form = view.addresses.template?.fields.map { AddressRow(type: $0.type) }
      row = 0
    case (.character("n"), _), (.enter, nil), (.backspace, nil): break
    default: return nil
    }
    // The server has addresses only for accounts, so a message asks for a sign-in.
    if form == nil, !isSignedIn { notice = Self.signInFirst }
    return nil
  }

  private static let signInFirst = "Sign in first."

  private var isSignedIn: Bool {
    if case .signedIn = view.session.status { true } else { false }
  }

  private mutating func pressInForm(_ key: Key) -> AppCommand? {
    guard let rows = form, rows.indices.contains(row) else { return nil }
    switch key {
    case .up: row = max(0, row - 1)
    case .down, .tab: row = min(rows.count - 1, row + 1)
    case .character(let letter): form?[row].text.append(letter)
    case .backspace: form?[row].text = String(rows[row].text.dropLast())
    case .enter: return .addAddress(rows.map { AddressField($0.type, $0.text) })
    case .escape: form = nil
    default: break
    }
    return nil
  }

  private func pressInOrders(_ key: Key) -> AppCommand? {
    guard orders.indices.contains(selected) else { return nil }
    switch key {
    case .character("c"): return .cancelOrder(orders[selected].id)
    case .enter: return .repeatOrder(orders[selected].id)
    default: return nil
    }
  }

  private mutating func pressInRating(_ key: Key) -> AppCommand? {
    guard let draft else { return key == .enter ? .ask : nil }
    let subjects = draft.form.subjects
    guard subjects.indices.contains(selected) else { return nil }
    let subject = subjects[selected].id
    switch key {
    case .left: return .stars(by: -1, of: subject, in: draft.id)
    case .right: return .stars(by: 1, of: subject, in: draft.id)
    case .character("p"): return .attachPhoto(draft.id)
    case .enter: return .submit(draft.id)
    default: return nil
    }
  }

  private mutating func pressInAccount(_ key: Key) -> AppCommand? {
    switch view.session.status {
    case .signedIn:
      switch key {
      case .character("s"): return .signOut(keepingData: true)
      case .character("e"): return .signOut(keepingData: false)
      default: return nil
      }
    case .guest, .expired, .unavailable:
      typed = ""
      return type(key)
    case .loading: return nil
    }
  }

  private mutating func type(_ key: Key) -> AppCommand? {
    guard var text = typed else { return nil }
    switch key {
    case .character(let letter):
      text.append(letter)
      rows[page] = 0
    case .backspace: text = String(text.dropLast())
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .escape:
      typed = nil
      return page == .account && view.session.code != nil ? .discardCode : nil
    case .enter: return entered(text)
    default: break
    }
    typed = text
    return nil
  }

  private mutating func entered(_ text: String) -> AppCommand? {
    switch page {
    case .city: return cities.indices.contains(selected) ? .choose(cities[selected].id) : nil
    case .account:
      // Closes the text field, because it would hide the message about the result, such as an error.
      typed = nil
      return view.session.code == nil ? .requestCode(text) : .enter(text)
    case .menu, .cart, .addresses, .orders, .rating:
      typed = nil
      return text.isEmpty ? nil : .promo(text, isWanted: true)
    }
  }

  private mutating func show(_ next: Page) {
    page = next
    selection = nil
    typed = next == .city ? "" : nil
    if next == .account, case .guest = view.session.status { typed = "" }
    // A row may have been removed since the page was last shown.
    select(selected)
  }

  private mutating func select(_ row: Int) { rows[page] = max(0, min(row, rowCount - 1)) }

  private var rowCount: Int {
    switch page {
    case .city: cities.count
    case .menu: items.count
    case .cart: view.cart.lines.count
    case .addresses: view.addresses.addresses.count
    case .orders: orders.count
    case .rating: draft?.form.subjects.count ?? 0
    case .account: 0
    }
  }
}
