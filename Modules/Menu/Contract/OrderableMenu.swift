public import Commerce
public import Foundation

/// A menu at one point in time, with the unavailable items and the hours of sale applied.
///
/// The point in time is the current time, or a later one for which the menu is shown. Creating a value
/// is fast enough for each redraw of a screen. A value never reads the clock: its methods always return
/// the results for that point in time.
///
/// ```swift
/// guard var wish = order.start(with: variant) else { return }
/// wish.modifiers["toppings", default: [:]]["bacon", default: 0] += 1
/// show(order.price(of: wish), order.problems(in: wish))
/// if let item = order.ordered(wish) { add(item) }
/// ```
public struct OrderableMenu: Sendable {
  /// The menu without regard to the time: it also contains the items that are unavailable.
  public let menu: MenuSnapshot

  /// Unavailable items of the city.
  var stops: UnavailableItems
  /// The time for which the unavailable items and the hours of sale are applied.
  let time: Date
  let calendar: CityCalendar
  /// The city's local time at ``time``.
  let localTime: CityCalendar.Moment
  /// The modifiers that cannot be selected because of a group which they require.
  var lacking: [MenuModifier.ID: Unavailability] = [:]

  /// Combines a menu with unavailable items; returns `nil` if the platform does not know the time zone.
  ///
  /// - Parameters:
  ///   - menu: The menu to order from.
  ///   - stops: The unavailable items of the city; empty if they are not known.
  ///   - time: The current time, or a later one for which the menu is shown.
  ///   - timeZone: The IANA time zone of the city, such as `Asia/Almaty`, which may differ from the
  ///     device's.
  public init?(
    _ menu: MenuSnapshot, unavailable stops: UnavailableItems, at time: Date, timeZone: String
  ) {
    guard let calendar = CityCalendar(timeZone: timeZone) else { return nil }
    self.init(menu, stops, time, calendar)
  }

  private init(
    _ menu: MenuSnapshot, _ stops: UnavailableItems, _ time: Date, _ calendar: CityCalendar
  ) {
    self.menu = menu
    self.stops = stops
    self.time = time
    self.calendar = calendar
    localTime = calendar.moment(at: time)
    lacking = modifiersWithoutChoice()
  }

  /// Returns the same menu at another time.
  func at(_ time: Date) -> OrderableMenu { OrderableMenu(menu, stops, time, calendar) }
}

extension OrderableMenu {
  /// Returns the reason why an item is unavailable at the time of this ``OrderableMenu``.
  ///
  /// Returns `nil` if the item is available.
  ///
  /// An item is unavailable if the server lists it or its category as unavailable, and outside its hours of
  /// sale. A product also needs an available variant. A combo also needs enough available options in each
  /// required slot, and enough units in all of them together. An item that the menu lacks is permanently
  /// unavailable.
  ///
  /// ```swift
  /// guard let absence = order.unavailability(of: .product(product.id)) else { return product.name }
  /// let wait = absence.returns.map { "back in \(Int($0.timeIntervalSince(time) / 60)) min" }
  /// return "\(product.name), \(wait ?? "gone for now")"
  /// ```
  public func unavailability(of item: MenuItem) -> Unavailability? {
    guard let first = cause(of: item) else { return nil }
    var (returns, later) = (first.returns, self)
    // When one cause ends, another may apply. The search for the first time without any ends after 64 causes.
    for _ in 0..<64 {
      guard let time = returns, time > later.time else { break }
      later = at(time)
      guard let next = later.cause(of: item) else {
        return Unavailability(cause: first.cause, returns: time)
      }
      returns = next.returns
    }
    return Unavailability(cause: first.cause, returns: nil)
  }

  /// Returns the number of units of an item that are left; `nil` if the server names no limit.
  ///
  /// The limits of its categories count, too, and for a variant those of its product and its size.
  ///
  /// ```swift
  /// if let left = order.unitsLeft(of: .variant(wish.variant)) { showBadge("\(left) left") }
  /// ```
  public func unitsLeft(of item: MenuItem) -> Int? {
    guard stops.limitsUnits else { return nil }
    return limits(of: item).compactMap(ownUnitsLeft).min()
  }

  /// Returns the price of a configured product at the time of this ``OrderableMenu``.
  ///
  /// ``MenuSnapshot/price(of:)-(ProductConfiguration)`` returns the price outside happy hours.
  public func price(of configuration: ProductConfiguration) -> Money? {
    prices.money(prices.price(of: configuration))
  }

  /// Returns the price of a configured combo at the time of this ``OrderableMenu``.
  ///
  /// ``MenuSnapshot/price(of:)-(ComboConfiguration)`` returns the price outside happy hours.
  public func price(of configuration: ComboConfiguration) -> Money? {
    prices.money(prices.price(of: configuration))
  }

  /// The prices at the time of this menu.
  var prices: PriceList { PriceList(menu: menu, time: localTime) }

  /// Returns all problems of a configuration at the time of this ``OrderableMenu``.
  ///
  /// A configuration without problems can be ordered and has a price.
  ///
  /// ```swift
  /// show(order.price(of: wish), order.problems(in: wish))
  /// ```
  public func problems(in configuration: ProductConfiguration) -> [ConfigurationProblem] {
    var check = ConfigurationCheck(self)
    check.check(configuration)
    return check.problems(pricedAt: price(of: configuration))
  }

  /// Returns all problems of a combo configuration at the time of this ``OrderableMenu``.
  ///
  /// A configuration without problems can be ordered and has a price.
  public func problems(in configuration: ComboConfiguration) -> [ConfigurationProblem] {
    var check = ConfigurationCheck(self)
    check.check(configuration)
    return check.problems(pricedAt: price(of: configuration))
  }

  /// Returns the initial configuration of a variant; `nil` if the menu does not have the variant.
  ///
  /// In each modifier group of the product, the group's default modifiers are selected. If the defaults
  /// cannot be ordered, the cheapest selection that satisfies the group's rule is used. The same applies
  /// to the groups of selected modifiers. Unavailable ingredients are left out. The configuration has no
  /// problems unless the variant is unavailable.
  ///
  /// ```swift
  /// guard var wish = order.start(with: variant) else { return }
  /// wish.modifiers["toppings", default: [:]]["bacon", default: 0] += 1
  /// ```
  public func start(with variant: Variant.ID) -> ProductConfiguration? {
    menu.variants[variant].map(start)
  }

  /// Returns the initial configuration of a combo; `nil` if the menu does not have the combo.
  ///
  /// In each required slot, the cheapest available options are chosen, in display order if several are
  /// equally cheap. The configuration has no problems unless the combo is unavailable.
  ///
  /// ```swift
  /// guard var wish = order.start(with: combo) else { return }
  /// wish.choices["drink"] = [ProductConfiguration("cola-05")]
  /// show(order.price(of: wish), order.problems(in: wish))
  /// ```
  public func start(with combo: Combo.ID) -> ComboConfiguration? { menu.combos[combo].map(start) }

  /// Returns the lowest price of a product, variant or combo at the time of this ``OrderableMenu``.
  ///
  /// The price includes the cheapest required modifiers or choices. A screen can show the price in a
  /// label such as "from 5".
  ///
  /// Returns `nil` for an unavailable item. Also returns `nil` for other kinds of items, because they are
  /// not sold on their own.
  ///
  /// ```swift
  /// for item in menu.search(text) { draw(item, from: order.lowestPrice(of: item)) }
  /// ```
  public func lowestPrice(of item: MenuItem) -> Money? {
    let price: Int64? =
      switch item {
      case .product(let id):
        menu.products[id]?.variants.compactMap { menu.variants[$0].flatMap(lowestPrice) }.min()
      case .variant(let id): menu.variants[id].flatMap(lowestPrice)
      case .combo(let id): menu.combos[id].flatMap(lowestPrice)
      case .modifier, .ingredient, .size, .category: nil
      }
    return price.map(menu.money)
  }

  /// Returns a replacement for an unavailable option of a slot; `nil` if there is none.
  ///
  /// The replacement is the available option whose price is nearest to the price of `option`. If
  /// several options are equally near, the first of them in the slot is the replacement.
  ///
  /// ```swift
  /// if let other = order.replacement(for: option, in: slot) {
  ///   wish.choices[slot] = [ProductConfiguration(other)]
  /// }
  /// ```
  public func replacement(for option: Variant.ID, in slot: ComboSlot.ID) -> Variant.ID? {
    guard let slot = menu.slots[slot], let wanted = prices.price(of: option, in: slot) else {
      return nil
    }
    func distance(_ other: Variant.ID) -> Int64 {
      prices.price(of: other, in: slot).map { abs($0 - wanted) } ?? .max
    }
    return slot.options
      .filter { $0 != option && unavailability(of: .variant($0)) == nil }
      .min { distance($0) < distance($1) }
  }

  /// Returns the ids, names and price of a configured product for a cart; `nil` if it has problems.
  ///
  /// ```swift
  /// if let item = order.ordered(wish) { add(item) }
  /// ```
  public func ordered(_ configuration: ProductConfiguration) -> OrderedItem? {
    problems(in: configuration).isEmpty ? prices.orderedItem(configuration) : nil
  }

  /// Returns the ids, names and price of a configured combo for a cart; `nil` if it has problems.
  public func ordered(_ configuration: ComboConfiguration) -> OrderedItem? {
    problems(in: configuration).isEmpty ? prices.orderedItem(configuration) : nil
  }
}
