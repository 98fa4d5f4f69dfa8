public import Commerce
public import Foundation
import Networking
public import Sync

/// The state of a ``MenuCatalog`` for a screen: the stored menu, its age, and the status of the fetch.
public struct MenuState: Sendable, Equatable {
  /// City, language and fulfillment method of ``menu``; `nil` before a city is chosen.
  public internal(set) var scope: MenuScope?
  /// The selected fulfillment method; ``MenuCatalog/setFulfillment(_:)`` selects another one.
  public internal(set) var fulfillment: FulfillmentMethod
  /// IANA time zone of the city, such as `Asia/Almaty`; `nil` if it is unknown.
  public internal(set) var timeZone: String?
  /// Whether the stored data of the ``scope`` has been loaded.
  ///
  /// If the value is `false`, ``menu`` is `nil` even if a menu is stored.
  public internal(set) var isLoaded = false
  /// The stored menu of the ``scope``; `nil` if none is stored.
  public internal(set) var menu: MenuSnapshot?
  /// Time at which the server last sent or confirmed the menu; `nil` without a menu.
  public internal(set) var time: Date?
  /// Whether the menu was fresh when the state was created.
  ///
  /// A menu is fresh for ten minutes after the server has sent or confirmed it.
  public internal(set) var isFresh = false
  /// Unavailable items of the city; `nil` if they are not known, or known only from a list that is older
  /// than twelve hours.
  public internal(set) var unavailable: UnavailableItems?
  /// The status of fetching the menu and the unavailable items.
  ///
  /// `.fetching` means that at least one of them is being fetched. `.failed` means that the last fetch
  /// of at least one of them has failed.
  public internal(set) var fetch = FetchStatus.notRunning

  /// Creates a state without a menu or unavailable items; `context` is `nil` if no city is chosen.
  init(_ fulfillment: FulfillmentMethod, in context: RequestContext?) {
    scope = context.map { MenuScope(fulfillment, in: $0) }
    self.fulfillment = fulfillment
    timeZone = context?.timeZone
  }
}

extension MenuState {
  /// Returns the menu at a time, with the unavailable items and the hours of sale applied.
  ///
  /// The call is fast enough for each redraw of a screen. If ``unavailable`` is `nil`, the result
  /// applies only the hours of sale.
  ///
  /// ```swift
  /// guard let order = state.orderable(at: .now) else { return showPlaceholder() }
  /// ```
  ///
  /// - Parameter time: The current time, or a later one for which the menu is shown.
  /// - Returns: The menu; `nil` if there is no menu, or if the city's time zone is missing or unknown
  ///   to the platform.
  public func orderable(at time: Date) -> OrderableMenu? {
    guard let menu, let timeZone else { return nil }
    return OrderableMenu(menu, unavailable: unavailable ?? .empty, at: time, timeZone: timeZone)
  }

  /// Returns the differences between the menu of an earlier state and the menu of this one.
  ///
  /// - Parameter old: The state that the screen shows.
  /// - Returns: The differences; `nil` if one of the states has no menu, or if their scopes differ. If
  ///   the result is `nil`, the screen has to draw the whole menu.
  public func changes(since old: MenuState) -> MenuChanges? {
    guard scope == old.scope, let menu, let shown = old.menu else { return nil }
    return menu.changes(since: shown)
  }
}
