import Commerce
public import Foundation
public import Menu
public import Sandbox
public import ShowcaseKit

/// A row of the page on which the user configures a product or a combo.
private struct Choice {
  let name: String
  let value: String
  /// The price of the value, or its surcharge; empty if it costs nothing in addition.
  let price: String
  /// The item that the row selects; `nil` if nothing is selected.
  let item: MenuItem?
  /// Chooses the value that is some places after this one, or more or fewer units.
  let turn: @MainActor (Int) -> Void
}

/// A function that makes an item unavailable at the sandbox server, or available again.
///
/// Its result is a text for the user.
public typealias SellOut = @MainActor (MenuItem) async throws -> String

@MainActor
extension OrderableMenu {
  /// Returns the rows in which the user configures a combo.
  ///
  /// - Parameters:
  ///   - combo: The current choices.
  ///   - zone: The time zone of the city.
  ///   - sellOut: Makes an item unavailable at the sandbox server, or available again.
  ///   - change: Called with the choices after each change.
  /// - Returns: The rows, one for each slot.
  public func part(
    of combo: ComboConfiguration, in zone: TimeZone, sellOut: @escaping SellOut,
    change: @escaping @MainActor (ComboConfiguration) -> Void
  ) -> Part {
    part(nil, choices(of: combo, change), in: zone, sellOut)
  }

  /// Returns the rows in which the user configures a product, with a part for each modifier group.
  ///
  /// The parameters are those of ``part(of:in:sellOut:change:)``.
  public func parts(
    of product: ProductConfiguration, in zone: TimeZone, sellOut: @escaping SellOut,
    change: @escaping @MainActor (ProductConfiguration) -> Void
  ) -> [Part] {
    choices(of: product, change).map { part($0.title, $0.choices, in: zone, sellOut) }
  }

  private func part(
    _ title: String?, _ choices: [Choice], in zone: TimeZone, _ sellOut: @escaping SellOut
  ) -> Part {
    let commands: [Command<Choice>] = [
      .step("change") { $0.turn($1) },
      Command.run("x", "sell out") { choice in
        guard let item = choice.item else { return "There is nothing to sell out." }
        return try await sellOut(item)
      }.inSandbox,
    ]
    return Part(
      title: title.map { Line($0, .faint) }, choices, id: { "\(title ?? "") \($0.name)" },
      commands: commands
    ) { choice in
      let remark = choice.item.flatMap { limit(of: $0, in: zone) } ?? ""
      return Screen.Row(
        choice.name, "‹ \(choice.value) ›", choice.price, remark: Line(remark, .bad))
    }
  }

  /// Returns the rows of a combo, one for each slot; a slot that is not required can be empty.
  private func choices(
    of combo: ComboConfiguration, _ changed: @escaping @MainActor (ComboConfiguration) -> Void
  ) -> [Choice] {
    let slots = menu.combos[combo.combo]?.slots ?? []
    let rows = slots.compactMap { menu.slots[$0] }.map { slot in
      let chosen = combo.choices[slot.id]?.first?.variant
      let options = (slot.quantity.isRequired ? [] : [nil]) + slot.options.map(Optional.some)
      return Choice(
        name: slot.name, value: chosen.map { name(.variant($0)) } ?? say("nothing"),
        price: chosen.flatMap { menu.surcharge(of: $0, in: slot.id) }.map { "+\(text($0))" } ?? "",
        item: chosen.map(MenuItem.variant)
      ) { step in
        var combo = combo
        let next = options.next(after: chosen, by: step)
        let count = max(1, slot.quantity.count.lowerBound)
        combo.choices[slot.id] = next.flatMap { start(with: $0) }
          .map { Array(repeating: $0, count: count) }
        changed(combo)
      }
    }
    let groups = menu.groups(in: combo).flatMap { group in
      choices(of: group, in: combo.modifiers, price: { price(of: combo, with: $0) }) { modifiers in
        var combo = combo
        combo.modifiers = modifiers
        changed(combo)
      }
    }
    return rows + groups
  }

  /// Returns the rows of a product: its size, second half and ingredients, then its modifier groups.
  ///
  /// A chosen modifier can have modifier groups of its own, which add further rows. The count of a
  /// modifier can exceed its limits, which is a problem of the configuration.
  private func choices(
    of product: ProductConfiguration,
    _ changed: @escaping @MainActor (ProductConfiguration) -> Void
  ) -> [(title: String?, choices: [Choice])] {
    guard let variant = menu.variants[product.variant], let own = menu.products[variant.product]
    else { return [] }
    func choice(
      _ name: String, _ value: String, costing price: String = "", _ item: MenuItem?,
      change: @escaping (inout ProductConfiguration, Int) -> Void
    ) -> Choice {
      Choice(name: name, value: value, price: price, item: item) { step in
        var product = product
        change(&product, step)
        changed(product)
      }
    }
    let half = product.secondHalf?.variant
    var rows: [Choice] = []
    if own.variants.count > 1 {
      rows.append(
        choice(say("Size"), size(of: variant), .variant(variant.id)) { product, step in
          product.variant = own.variants.next(after: variant.id, by: step)
          let other = half.flatMap { menu.variants[$0]?.product }
          product.secondHalf = other.flatMap { fitting($0, product.variant) }.map { .init($0) }
        })
    }
    if !own.halves.isEmpty {
      let halves = [nil] + own.halves.compactMap { fitting($0, variant.id) }.map(Optional.some)
      let value = half.map { name(.variant($0)) } ?? say("none")
      rows.append(
        choice(say("Second half"), value, half.map(MenuItem.variant)) { product, step in
          product.secondHalf = halves.next(after: half, by: step).map { .init($0) }
        })
    }
    rows += own.ingredients.map { id in
      let value = say(product.removed.contains(id) ? "without" : "with")
      return choice(name(.ingredient(id)), value, .ingredient(id)) { product, _ in
        product.removed.formSymmetricDifference([id])
      }
    }
    let groups = menu.groups(in: product).map { group in
      let choices = choices(
        of: group, in: product.modifiers, price: { price(of: product, with: $0) }
      ) { modifiers in
        var product = product
        product.modifiers = modifiers
        changed(product)
      }
      return (title: Optional("\(group.name)  \(rule(of: group))"), choices: choices)
    }
    return [(title: nil, choices: rows)] + groups
  }

  private func price(
    of product: ProductConfiguration, with modifiers: ModifierSelection
  ) -> Money? {
    var product = product
    product.modifiers = modifiers
    return price(of: product)
  }

  private func price(of combo: ComboConfiguration, with modifiers: ModifierSelection) -> Money? {
    var combo = combo
    combo.modifiers = modifiers
    return price(of: combo)
  }

  /// Returns the rows of a modifier group.
  ///
  /// A row shows what the units of a modifier cost or, if none is chosen, what the next unit costs. It is
  /// the difference between two prices of the whole, so that it follows all rules of the menu.
  private func choices(
    of group: ModifierGroup, in modifiers: ModifierSelection,
    price: (ModifierSelection) -> Money?,
    _ changed: @escaping @MainActor (ModifierSelection) -> Void
  ) -> [Choice] {
    group.choices.map { choice in
      let count = modifiers[group.id]?[choice] ?? 0
      var (without, with) = (modifiers, modifiers)
      without[group.id, default: [:]][choice] = nil
      with[group.id, default: [:]][choice] = max(count, 1)
      var cost = ""
      if let without = price(without), let with = price(with) {
        let price = Money(with.minorUnits - without.minorUnits, with.currency)
        cost = price.minorUnits == 0 ? say("free") : text(price)
      }
      return Choice(
        name: name(of: choice, in: group), value: "\(count)", price: cost,
        item: .modifier(choice.modifier)
      ) { step in
        var modifiers = modifiers
        modifiers[group.id, default: [:]][choice] = count + step > 0 ? count + step : nil
        changed(modifiers)
      }
    }
  }

  /// Returns the name of a modifier with its half and its amount.
  private func name(of choice: ModifierChoice, in group: ModifierGroup) -> String {
    let portion = choice.portion.map { say($0 == .first ? "first half" : "second half") }
    let amount = group.amounts.first { $0.id == choice.amount }?.name
    let details = [portion, amount].compactMap { $0 }
    return ([name(.modifier(choice.modifier))] + details).joined(separator: ", ")
  }

  private func rule(of group: ModifierGroup) -> String {
    let (fewest, most) = (group.quantity.count.lowerBound, group.quantity.count.upperBound)
    let range = fewest > 0 ? say("choose # to #", fewest, most) : say("choose up to #", most)
    return range + (group.free > 0 ? ", " + say("# free", group.free) : "")
  }

  /// Returns the variant of a product that has the size and the crust of another product's variant.
  private func fitting(_ product: MenuProduct.ID, _ variant: Variant.ID) -> Variant.ID? {
    let model = menu.variants[variant]
    return menu.products[product]?.variants.first {
      menu.variants[$0]?.size == model?.size && menu.variants[$0]?.crust == model?.crust
    }
  }
}

extension ModifierGroup {
  /// The choices that the group offers: each modifier as a whole, on each half, and in each amount.
  fileprivate var choices: [ModifierChoice] {
    let portions: [ModifierChoice.Portion?] = offersHalves ? [nil, .first, .second] : [nil]
    let amounts: [ModifierAmount.ID?] = [nil] + self.amounts.map(\.id)
    return modifiers.flatMap { id in
      portions.flatMap { portion in
        amounts.map { ModifierChoice(id, on: portion, amount: $0) }
      }
    }
  }
}

extension Array where Element: Equatable {
  /// Returns the element some places after `element`, wrapping around at both ends.
  ///
  /// Counts from the first element if the array does not contain `element`. The array must not be
  /// empty.
  fileprivate func next(after element: Element, by step: Int) -> Element {
    let index = (firstIndex(of: element) ?? 0) + step
    return self[(index % count + count) % count]
  }
}

extension MenuServerModel.Stop {
  /// Creates an entry that makes an item unavailable for the next 15 minutes.
  public init(soldOut item: MenuItem) {
    let (kind, id) =
      switch item {
      case .product(let id): ("product", id.rawValue)
      case .variant(let id): ("variant", id.rawValue)
      case .combo(let id): ("combo", id.rawValue)
      case .modifier(let id): ("modifier", id.rawValue)
      case .ingredient(let id): ("ingredient", id.rawValue)
      case .size(let id): ("size", id.rawValue)
      case .category(let id): ("category", id.rawValue)
      }
    let until = Int64(Date.now.timeIntervalSince1970) + 900
    self.init(kind: kind, id: id, until: until, reason: "soldOut")
  }
}
