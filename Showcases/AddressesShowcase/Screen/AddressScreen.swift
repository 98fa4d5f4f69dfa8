import Addresses
import Networking
import ShowcaseKit
import Sync

/// An input of an ``AddressScreen``: a key, or news from the app.
enum AddressEvent: ScreenEvent {
  case key(Key)
  case state(AddressBookState)
  case notice(String)
  case reports([String])
  /// The app has saved the address that the user entered in the form.
  ///
  /// The value is a message for the user.
  case saved(String)
}

/// An action that an ``AddressScreen`` requests, usually after the user has pressed a key.
enum AddressCommand: Sendable, DeviceCommand {
  case save(Address, SavedAddress.ID?)
  case remove(SavedAddress.ID)
  case use(SavedAddress.ID)
  case makeDefault(SavedAddress.ID)
  case decide(isKept: Bool)
  case refresh
  case enter(Place)
  case device(DeviceTrouble)
  case sandbox(AddressTrouble)
  case leave
}

/// A fault or another event at the sandbox server that the user can cause.
enum AddressTrouble: Sendable, Equatable {
  case closeCity, addElsewhere, editElsewhere(String), removeElsewhere(String)
}

/// The screen of the address book, as a value.
///
/// The screen handles events and returns commands, and ``lines(in:)`` draws it.
struct AddressScreen: Screen {
  var state: AddressBookState
  var place: Place
  var language: DemoLanguage
  /// The names of the current faults, such as `offline`, for the header of the screen.
  var troubles: [String] = []
  private(set) var notice = ""
  /// The reports on the app's damaged files, one sentence for each file.
  private(set) var reports: [String] = []
  private(set) var selected = 0
  private(set) var form: AddressForm?
  /// The search text; `nil` if the user is not searching.
  private(set) var search: String?

  init(state: AddressBookState, place: Place, language: DemoLanguage) {
    self.state = state
    self.place = place
    self.language = language
  }

  /// The addresses in the list: those that match the search, or all.
  var addresses: [SavedAddress] { search.map { state.search($0) } ?? state.addresses }

  mutating func handle(_ event: AddressEvent) -> AddressCommand? {
    switch event {
    case .key(.resize): return nil
    case .key(let key):
      notice = ""
      if form != nil { return fill(key) }
      return search == nil ? press(key) : find(key)
    case .state(let new):
      state = new
      select(selected)
    case .notice(let text): notice = text
    case .reports(let sentences): reports = sentences
    case .saved(let text):
      form = nil
      notice = text
    }
    return nil
  }

  private var current: SavedAddress? {
    addresses.indices.contains(selected) ? addresses[selected] : nil
  }

  private mutating func press(_ key: Key) -> AddressCommand? {
    switch key {
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .enter: if let current { open(current) }
    case .character("n"): open(nil)
    case .character("/"): search = ""
    case .tab: language = language.next
    case .backspace: return current.map { .remove($0.id) }
    case .character("u"): return current.map { .use($0.id) }
    case .character("d"): return current.map { .makeDefault($0.id) }
    case .character("r"): return .decide(isKept: true)
    case .character("z"): return .decide(isKept: false)
    case .control("g"): return .enter(nextPlace)
    case .control("c"), .character("q"): return .leave
    default: return trouble(key)
    }
    return nil
  }

  private func trouble(_ key: Key) -> AddressCommand? {
    switch key {
    case .control("r"): .refresh
    case .control("x"): .sandbox(.closeCity)
    case .control("n"): .sandbox(.addElsewhere)
    case .control("e"): current.map { .sandbox(.editElsewhere($0.serverID)) }
    case .control("d"): current.map { .sandbox(.removeElsewhere($0.serverID)) }
    default: DeviceTrouble(key).map { .device($0) }
    }
  }

  private mutating func fill(_ key: Key) -> AddressCommand? {
    switch key {
    case .up: form?.move(by: -1)
    case .down, .tab: form?.move(by: 1)
    case .left: form?.choose(by: -1)
    case .right: form?.choose(by: 1)
    case .backspace: form?.erase()
    case .character(let character): form?.type(character)
    case .enter, .control("s"): return form.map { .save($0.address, $0.id) }
    case .control("l"): language = language.next
    case .escape: form = nil
    case .control("c"): return .leave
    default: return trouble(key)
    }
    return nil
  }

  private mutating func find(_ key: Key) -> AddressCommand? {
    switch key {
    case .character(let character): search?.append(character)
    case .backspace: search = search.map { String($0.dropLast()) }
    case .escape: search = nil
    case .enter: if let current { open(current) }
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .control("c"): return .leave
    default: return trouble(key)
    }
    select(selected)
    return nil
  }

  private mutating func open(_ saved: SavedAddress?) {
    guard let template = state.template else {
      notice = "There is no form for this city yet."
      return
    }
    form = AddressForm(template, city: place.context.city, of: saved)
  }

  private var nextPlace: Place {
    let index = Place.all.firstIndex(of: place) ?? 0
    return Place.all[(index + 1) % Place.all.count]
  }

  private mutating func select(_ row: Int) {
    selected = max(0, min(row, addresses.count - 1))
  }
}
