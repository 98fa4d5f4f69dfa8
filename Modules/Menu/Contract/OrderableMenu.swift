#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Pricing

/// A menu at one time, with the unavailable items and the hours of sale applied.
///
/// Create one for the current time at each redraw, or for the time of a scheduled order; this is cheap.
/// All results depend only on the arguments of the initializer.
public struct OrderableMenu: Sendable {
  /// Menu to order from.
  public let menu: MenuSnapshot

  /// Unavailable items of the city.
  let stops: UnavailableItems
  /// The time of all results.
  let time: Date
  let calendar: CityCalendar
  /// The city's local time at ``time``.
  let wall: CityCalendar.Moment

  /// Combines a menu with unavailable items; returns `nil` if the platform does not know the time zone.
  ///
  /// - Parameters:
  ///   - menu: The menu to order from.
  ///   - stops: The unavailable items of the city; empty if they are not known.
  ///   - time: The current time, or the time of a scheduled order.
  ///   - timeZone: The IANA time zone of the city, such as `Asia/Almaty`; the device's may differ.
  public init?(_ menu: MenuSnapshot, stops: UnavailableItems, at time: Date, timeZone: String) {
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
    wall = calendar.moment(at: time)
  }

  /// Returns the same menu at another time.
  func at(_ time: Date) -> OrderableMenu {
    OrderableMenu(menu, stops, time, calendar)
  }
}

extension OrderableMenu {
  /// Returns the reason why an item is unavailable at this time; `nil` if it is available.
  ///
  /// A product needs an available variant, and a combo enough available options in each required
  /// slot. Items that the menu does not contain are unavailable permanently.
  public func unavailability(of item: MenuItem) -> Unavailability? {
    switch item {
    case .product(let id): menu.products[id].map(absence) ?? .forGood
    case .variant(let id): menu.variants[id].map(absence) ?? .forGood
    case .combo(let id): menu.combos[id].map(absence) ?? .forGood
    case .modifier(let id): menu.modifiers[id] == nil ? .forGood : stop(item)
    case .ingredient(let id): menu.ingredients[id] == nil ? .forGood : stop(item)
    }
  }

  /// Returns all problems of a configuration at this time.
  ///
  /// A configuration without problems can be ordered and has a price.
  public func problems(in configuration: ProductConfiguration) -> [ConfigurationProblem] {
    var check = ConfigurationCheck(self)
    check.check(configuration)
    return check.problems
  }

  /// Returns all problems of a combo configuration at this time.
  ///
  /// A configuration without problems can be ordered and has a price.
  public func problems(in configuration: ComboConfiguration) -> [ConfigurationProblem] {
    var check = ConfigurationCheck(self)
    check.check(configuration)
    return check.problems
  }

  /// Returns the initial configuration of a variant; `nil` if the menu lacks the variant.
  ///
  /// Each group contains its defaults or, if these cannot be ordered, the cheapest required selection.
  /// Unavailable ingredients are left out. The configuration has no problems unless the variant is
  /// unavailable.
  public func start(with variant: Variant.ID) -> ProductConfiguration? {
    menu.variants[variant].map(start)
  }

  /// Returns the initial configuration of a combo; `nil` if the menu lacks the combo.
  ///
  /// Each required slot contains the first available options. The configuration has no problems
  /// unless the combo is unavailable.
  public func start(with combo: Combo.ID) -> ComboConfiguration? {
    menu.combos[combo].map(start)
  }

  /// Returns the lowest price of a product, variant or combo at this time, for a label such as "from 5".
  ///
  /// Returns `nil` for unavailable items, modifiers and ingredients.
  public func lowestPrice(of item: MenuItem) -> Money? {
    let price: Int64? =
      switch item {
      case .product(let id): menu.products[id].flatMap(lowestPrice)
      case .variant(let id): menu.variants[id].flatMap(lowestPrice)
      case .combo(let id): menu.combos[id].flatMap(lowestPrice)
      case .modifier, .ingredient: nil
      }
    return price.map(menu.money)
  }

  /// Returns a substitute for an unavailable option of a slot; `nil` if there is none.
  ///
  /// The substitute is the available option with the nearest price; if several are equally near, the
  /// first.
  public func replacement(for option: Variant.ID, in slot: ComboSlot.ID) -> Variant.ID? {
    guard let slot = menu.slots[slot], let wanted = menu.price(of: option, in: slot) else {
      return nil
    }
    func distance(_ other: Variant.ID) -> Int64 {
      menu.price(of: other, in: slot).map { abs($0 - wanted) } ?? .max
    }
    return slot.options
      .filter { $0 != option && unavailability(of: .variant($0)) == nil }
      .min { distance($0) < distance($1) }
  }

  /// Returns a configuration as plain values for a cart; `nil` if it has problems.
  public func ordered(_ configuration: ProductConfiguration) -> OrderedItem? {
    problems(in: configuration).isEmpty ? menu.ordered(configuration) : nil
  }

  /// Returns a combo as plain values for a cart; `nil` if it has problems.
  public func ordered(_ configuration: ComboConfiguration) -> OrderedItem? {
    problems(in: configuration).isEmpty ? menu.ordered(configuration) : nil
  }
}

/// The reason why an item is unavailable, and the time when it is available again.
public struct Unavailability: Sendable, Hashable {
  /// Cause of an item's unavailability.
  public enum Cause: Sendable, Hashable {
    /// The server lists the item as unavailable, with a reason if it has one.
    case stopped(UnavailabilityReason?)
    /// The time is outside the hours of sale of the item.
    case closed
    /// Fewer choices are available than the item requires.
    case nothingToChoose
    /// This release does not know the pricing rule of the item.
    case unknownPricing
  }

  /// Cause of the unavailability.
  public let cause: Cause
  /// The earliest time at which the item may be available again; `nil` if it is unknown.
  public let returns: Date?
}
