import Foundation
import Menu
import Networking
import Sandbox
import ShowcaseKit

extension MenuScreen {
  mutating func press(_ key: Key) -> MenuCommand? {
    if page == .list, let query, let longer = Self.edit(query, key) {
      search(longer)
      select(0)
      return nil
    }
    switch key {
    case .character("/") where page == .list: search("")
    case .control("c"): return .leave
    case .control("o"): return .toggle(.offline)
    case .control("s"): return .toggle(.slow)
    case .control("e"): return .toggle(.errors)
    case .control("r"): return .refresh
    case .control("u"): return .publish
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .pageUp: select(selected - 10)
    case .pageDown: select(selected + 10)
    case .home: select(0)
    case .end: select(.max)
    case .tab: return selectNextLanguage()
    case .character("p"): return selectOtherFulfillment()
    case .character("t"): schedule()
    case .character("x"): return menu.flatMap { item(in: $0) }.map(MenuCommand.stop)
    case .character("q") where page == .list: return .leave
    case .escape where page == .list && query != nil:
      search(nil)
      select(0)
    case .escape, .character("q"): close()
    case .enter: enter()
    case .left: change(by: -1)
    case .right: change(by: 1)
    default: break
    }
    return nil
  }

  /// Returns the search text after a key press; `nil` if the key does not change the text.
  private static func edit(_ query: String, _ key: Key) -> String? {
    switch key {
    case .character(let character): query + String(character)
    case .backspace: String(query.dropLast())
    default: nil
    }
  }

  private mutating func selectNextLanguage() -> MenuCommand {
    let all = SandboxCity.languages
    language = all[((all.firstIndex(of: language) ?? -1) + 1) % all.count]
    return .use(state.fulfillment, language: language)
  }

  private func selectOtherFulfillment() -> MenuCommand {
    .use(state.fulfillment == .delivery ? .pickup : .delivery, language: language)
  }

  /// Selects the next time for the order.
  ///
  /// The times are now, and 6, 20 and 24 hours from now. After the last of them, the selection
  /// begins again with now.
  private mutating func schedule() {
    let hours = [nil, 6.0, 20, 24]
    let shown = scheduled.map { $0.timeIntervalSince(time) / 3_600 }
    let next = hours.first { ($0 ?? 0) > (shown ?? 0) + 0.1 } ?? nil
    scheduled = next.map { time + $0 * 3_600 }
  }

  private mutating func close() {
    page = .list
    selected = rowInList
    notice = ""
  }

  private mutating func enter() {
    guard let menu else { return }
    switch page {
    case .list:
      guard let item = item(in: menu) else { return }
      rowInList = selected
      open(item, in: menu)
    case .product(let configuration): order(menu.ordered(configuration), in: menu)
    case .combo(let configuration): order(menu.ordered(configuration), in: menu)
    }
  }

  private mutating func open(_ item: MenuItem, in menu: OrderableMenu) {
    switch item {
    case .product(let id):
      let variants = menu.menu.products[id]?.variants ?? []
      let first = variants.first { menu.unavailability(of: .variant($0)) == nil } ?? variants.first
      if let start = first.flatMap({ menu.start(with: $0) }) { page = .product(start) }
    case .combo(let id):
      if let start = menu.start(with: id) { page = .combo(start) }
    case .variant, .modifier, .ingredient: return
    }
    selected = 0
    notice = ""
  }

  private mutating func order(_ item: OrderedItem?, in menu: OrderableMenu) {
    guard let item else {
      notice = "Not added: correct the problems first, or choose something else."
      return
    }
    cart.append(item)
    close()
    notice = "Added to the cart: " + menu.lines(item).joined(separator: "; ")
  }

  private mutating func change(by step: Int) {
    guard let menu else { return }
    switch page {
    case .list: jump(by: step, in: menu)
    case .product(var configuration):
      let fields = ProductField.all(of: configuration, in: menu.menu)
      guard fields.indices.contains(selected) else { return }
      fields[selected].change(&configuration, by: step, in: menu.menu)
      page = .product(configuration)
      select(selected)
    case .combo(var configuration):
      let slots = menu.menu.combos[configuration.combo]?.slots ?? []
      guard slots.indices.contains(selected), let slot = menu.menu.slots[slots[selected]] else {
        return
      }
      configuration.turn(slot, by: step, in: menu)
      page = .combo(configuration)
    }
  }

  private mutating func jump(by step: Int, in menu: OrderableMenu) {
    let starts = sections(of: menu.menu).reduce(into: [0]) { starts, section in
      starts.append((starts.last ?? 0) + section.items.count)
    }
    let next = step > 0 ? starts.first { $0 > selected } : starts.last { $0 < selected }
    select(next ?? selected)
  }
}
