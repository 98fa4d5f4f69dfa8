import Addresses
import Cart
import CartKit
import Cities
import FoodApp
import Foundation
import Menu
import Networking
import OrderRating
import Orders
import Profile
import ShowcaseKit
import Sync

/// The features as lines of text, for the screen and for transcripts.
enum AppPage {
  /// Data that the app accepts as a photo, because it begins like a JPEG file.
  static let photo = Data([0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 2_000))

  /// Returns the lines of text that show a cart: its items, sums and pending changes.
  static func cart(_ state: CartState, in cities: CityState) -> [String] {
    let rows = state.lines.map { row($0, cities.language.rawValue) }
    return (rows.isEmpty ? ["The cart is empty"] : rows) + below(state, in: cities)
  }

  /// Returns the lines of text below the items of a cart, such as sums, problems and pending changes.
  static func below(_ state: CartState, in cities: CityState) -> [String] {
    let language = cities.language.rawValue
    var lines = state.promos.map { promo in
      switch promo.state {
      case .pending: "Code \(promo.code): not confirmed"
      case .applied(let amount): "Code \(promo.code): −\(amount.text(in: language))"
      case .notApplied(_, let text): "Code \(promo.code): \(text)"
      }
    }
    if let totals = state.totals {
      let fees = totals.fees.map { "\($0.kind) \($0.amount.text(in: language))" }
      let parts = fees.isEmpty ? "" : " with \(fees.joined(separator: ", "))"
      lines.append(
        "Due \(totals.due.text(in: language))\(parts)\(totals.isEstimate ? ", an estimate" : "")")
    }
    lines += state.problems.map(\.words)
    if let order = state.order.words { lines.append(order) }
    lines += state.others.map { cart in
      let city = cities.list?.city(cart.city).map { " in \($0.name)" } ?? ""
      return "\(cart.isClosed ? "Closed cart" : "Cart")\(city): "
        + cart.lines.map { "\($0.quantity) × \($0.item.name)" }.joined(separator: ", ")
    }
    return lines
      + state.pending.map { "Change, \($0.subject): \($0.status.words), \($0.reason.words)" }
  }

  static func row(_ line: CartLine, _ language: String) -> String {
    "\(line.title)  \(line.price.final.text(in: language))\(line.note(\.words))"
  }

  /// Returns an address in one line, with its status.
  ///
  /// If an order cannot be delivered to the address, the line also contains the reason.
  static func row(_ address: SavedAddress) -> String {
    let label = address.address.label.isEmpty ? "" : "\(address.address.label): "
    let note = [address.status.words(\.words), address.obstacle?.words ?? ""]
      .filter { !$0.isEmpty }.joined(separator: "; ")
    return label + address.lines.joined(separator: ", ") + (note.isEmpty ? "" : "  [\(note)]")
  }

  /// Returns the fulfillment method of a cart in one line; for a delivery, also the address.
  static func row(_ fulfillment: CartFulfillment, _ book: AddressBookState) -> String {
    let place = fulfillment.localAddress ?? SavedAddress.ID(rawValue: fulfillment.place)
    let address = fulfillment.method == .delivery ? book[place] : nil
    return "Fulfillment: \(fulfillment.method.words)"
      + (address.map { " to \($0.lines.joined(separator: ", "))" } ?? "")
  }

  /// Returns the lines of text that show an order, with all statuses that the order has had.
  ///
  /// The times are those of the current city.
  static func lines(_ order: Order, in cities: CityState) -> [String] {
    let zone = cities.currentCity.flatMap { TimeZone(identifier: $0.timeZone) } ?? .gmt
    let steps = order.steps.map(\.status.rawValue.spaced).joined(separator: " → ")
    // After its end, an order has no courier and no promised time.
    let isOpen = !order.hasEnded
    let courier = order.courier.map { isOpen ? ", \($0.name) brings it" : "" } ?? ""
    let promised =
      !isOpen
      ? ""
      : order.promised.map {
        ", promised between \($0.from.clock(in: zone)) and \($0.to.clock(in: zone))"
      } ?? ""
    let lines = order.lines.map { "\($0.quantity) × \($0.name)" }.joined(separator: ", ")
    return [
      "Order \(order.number): \(steps.isEmpty ? order.status.rawValue.spaced : steps)\(courier)\(promised)",
      "  \(lines), \(order.totals.due.text(in: cities.language.rawValue))",
    ]
  }

  /// Returns the status of each module, as one line.
  static func status(_ app: FoodApp, _ state: FoodAppState) -> String {
    func part(_ feature: AppFeature, _ fetch: FetchStatus?, waiting: Int = 0) -> String {
      let doing: String
      switch state.health[feature] {
      case .failed(let failure): doing = "failed: \(failure)"
      case .needsAccount: doing = "after the sign-in"
      case .starting: doing = "reads"
      case .stopped, nil: doing = "–"
      case .running:
        let words =
          switch fetch {
          case .fetching: "asks"
          case .failed: "failed to ask"
          case .closed(let reasons): "waits: \(reasons.words)"
          case .idle, .notRunning, nil: waiting > 0 ? "sends" : "✓"
          }
        doing = waiting > 0 ? "\(words) \(waiting)" : words
      }
      return "\(feature.rawValue) \(doing)"
    }
    let user = state.user
    let cart = user?.cart.state
    let addresses = user?.addresses.state
    let orders = user?.orders.state
    let reviews = user?.reviews.state
    let profile = user?.profile.state
    let transfer = state.guestFailures.values.first.map { "the guest's data waits: \($0)" }
    let parts = [
      part(.cities, app.cities.state.listFetch), part(.menu, app.menu.state.fetch),
      part(.session, nil), part(.cart, cart?.sync.fetch, waiting: cart?.pending.count ?? 0),
      part(.addresses, addresses?.sync.fetch, waiting: addresses?.pending.count ?? 0),
      part(.orders, orders?.sync.fetch, waiting: orders?.cancellations.count ?? 0),
      part(.reviews, reviews?.sync.fetch, waiting: reviews?.pending.count ?? 0),
      part(.profile, profile?.sync.fetch, waiting: profile?.pending.count ?? 0),
    ]
    return (parts + [transfer].compactMap(\.self)).joined(separator: " · ")
  }

  /// Returns a text that names the current user.
  static func who(_ state: SessionState) -> String {
    switch state.status {
    case .loading: "…"
    case .unavailable: "the session cannot be read"
    case .guest: "a guest"
    case .signedIn(let account): "\(account)"
    case .expired(let account): "\(account), sign in again"
    }
  }
}
