import Cart
import Networking
import ShowcaseKit
import Sync

/// An input of a ``CartScreen``: a key, or news from the app.
enum CartEvent: ScreenEvent {
  case key(Key)
  case state(CartState)
  case notice(String)
  case reports([String])
}

/// An action that a ``CartScreen`` requests, usually after the user has pressed a key.
enum CartCommand: Sendable, DeviceCommand {
  case add(CartItem)
  /// Adds a number of units to the current quantity of a line; a negative number removes units.
  case change(CartLine.ID, by: Int)
  case remove(CartLine.ID)
  case accept(CartLine.ID)
  case promo(String, isWanted: Bool)
  case choose(CartFulfillment)
  case order
  case decide(isKept: Bool)
  case refresh
  case dismissAbandoned
  case changeCity
  case device(DeviceTrouble)
  case sandbox(CartTrouble)
  case leave
}

/// A fault or another event at the sandbox server that the user can cause.
enum CartTrouble: Sendable, Equatable {
  case addElsewhere, raisePrices, sellOut
}

/// The screen of the cart, as a value.
///
/// The screen handles events and returns commands, and ``lines(in:)`` draws it.
struct CartScreen: Screen {
  var state: CartState
  var catalog: [CartItem]
  /// The names of the current faults, such as `offline`, for the header of the screen.
  var troubles: [String] = []
  private(set) var notice = ""
  /// The reports on the app's damaged files, one sentence for each file.
  private(set) var reports: [String] = []
  /// The index of the selected row: the rows of the catalog come first, then those of the cart.
  private(set) var selected = 0
  /// The promo code that is being typed; `nil` if there is no text field for it.
  private(set) var code: String?

  init(state: CartState, catalog: [CartItem]) {
    self.state = state
    self.catalog = catalog
  }

  mutating func handle(_ event: CartEvent) -> CartCommand? {
    switch event {
    case .key(let key): return code == nil ? press(key) : type(key)
    case .state(let new):
      state = new
      select(selected)
    case .notice(let text): notice = text
    case .reports(let sentences): reports = sentences
    }
    return nil
  }

  /// The selected line of the cart; `nil` if a row of the catalog is selected.
  private var line: CartLine? {
    selected >= catalog.count && selected - catalog.count < state.lines.count
      ? state.lines[selected - catalog.count] : nil
  }

  private mutating func press(_ key: Key) -> CartCommand? {
    switch key {
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .tab: select(selected < catalog.count ? catalog.count : 0)
    case .enter, .character("+"): return more
    case .character("-"): return line.map { .change($0.id, by: -1) }
    case .backspace: return line.map { .remove($0.id) }
    case .character("a"): return line.map { .accept($0.id) }
    case .character("p"): code = ""
    case .character("u"): return state.promos.last.map { .promo($0.code, isWanted: false) }
    case .character("d"): return .choose(otherFulfillment)
    case .character("o"): return .order
    case .character("r"): return .decide(isKept: true)
    case .character("z"): return .decide(isKept: false)
    case .character("x"): return .dismissAbandoned
    case .control("r"): return .refresh
    case .control("t"): return .changeCity
    case .control("e"): return .sandbox(.addElsewhere)
    case .control("p"): return .sandbox(.raisePrices)
    case .control("x"): return .sandbox(.sellOut)
    case .control("c"), .character("q"): return .leave
    default: return DeviceTrouble(key).map { .device($0) }
    }
    return nil
  }

  private mutating func type(_ key: Key) -> CartCommand? {
    switch key {
    case .character(let character): code?.append(character)
    case .backspace: code = code.map { String($0.dropLast()) }
    case .enter:
      defer { code = nil }
      return code.map { .promo($0, isWanted: true) }
    case .escape: code = nil
    case .control("c"): return .leave
    default: break
    }
    return nil
  }

  private var more: CartCommand? {
    if selected < catalog.count { return .add(catalog[selected]) }
    return line.map { .change($0.id, by: 1) }
  }

  private var otherFulfillment: CartFulfillment {
    state.fulfillment?.method == .delivery
      ? CartFulfillment(.pickup, "restaurant") : CartFulfillment(.delivery, "home")
  }

  private mutating func select(_ row: Int) {
    selected = max(0, min(row, catalog.count + state.lines.count - 1))
  }
}
