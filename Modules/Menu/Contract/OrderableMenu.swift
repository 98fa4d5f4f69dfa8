#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A menu at one moment, with the stop list and the hours of sale applied.
///
/// Create one for the current time on each redraw, or for the time of a scheduled order; creation
/// is cheap. All results depend only on the arguments of the initializer.
public struct OrderableMenu: Sendable {
  /// Menu to order from.
  public let menu: MenuSnapshot

  /// Unavailable items of the city.
  let stops: UnavailableItems
  /// Moment that all results refer to.
  let time: Date
  let calendar: CityCalendar
  /// Local time of the city at this moment.
  let wall: CityCalendar.Moment

  /// Combines a menu and a stop list; `nil` if the platform does not know the time zone.
  ///
  /// - Parameters:
  ///   - menu: Menu to order from.
  ///   - stops: Stop list of the city; empty if it is unknown.
  ///   - time: Current time, or time of a scheduled order.
  ///   - timeZone: IANA time zone of the city, such as `Asia/Almaty`; the device's may differ.
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

  /// Returns the same menu at another moment.
  func at(_ time: Date) -> OrderableMenu {
    OrderableMenu(menu, stops, time, calendar)
  }
}
