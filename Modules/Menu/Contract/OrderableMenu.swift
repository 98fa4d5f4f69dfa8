#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A menu as it can be ordered from at one moment: the stop list and the hours laid over it.
///
/// Make one for now whenever something is drawn, and one for the time of a scheduled order; it is
/// cheap. All of it is computed from values, so equal ones always say the same.
public struct OrderableMenu: Sendable {
  /// The menu.
  public let menu: MenuSnapshot

  /// What the city has run out of.
  let stops: StopList
  /// The moment.
  let time: Date
  let calendar: CityCalendar
  /// What the city's wall shows at the moment.
  let wall: CityCalendar.Moment

  /// Lays a stop list over a menu; `nil` when the platform does not know the city's time zone.
  ///
  /// - Parameters:
  ///   - menu: The menu.
  ///   - stops: What the city has run out of; empty when nobody knows.
  ///   - time: Now, or when a scheduled order is wanted.
  ///   - timeZone: The city's IANA time zone, such as `Asia/Almaty`; the device's may be another.
  public init?(_ menu: MenuSnapshot, stops: StopList, at time: Date, timeZone: String) {
    guard let calendar = CityCalendar(timeZone: timeZone) else { return nil }
    self.init(menu, stops, time, calendar)
  }

  private init(_ menu: MenuSnapshot, _ stops: StopList, _ time: Date, _ calendar: CityCalendar) {
    self.menu = menu
    self.stops = stops
    self.time = time
    self.calendar = calendar
    wall = calendar.moment(at: time)
  }

  /// The same at another moment.
  func at(_ time: Date) -> OrderableMenu {
    OrderableMenu(menu, stops, time, calendar)
  }
}
