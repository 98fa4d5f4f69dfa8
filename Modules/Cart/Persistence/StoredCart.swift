import Commerce
@_spi(SettledCity) import Networking
import Storage

/// The identity of a cart: the server's id of it, and its number among the carts of its city.
struct CartKey: Codable, Sendable, Hashable {
  let city: CityID
  /// The number of the cart on this device, from 1; a later cart of the city has a higher one.
  let number: Int
  let id: String
}

/// The country and the language of a city that was chosen once, in which the changes of its cart are sent.
///
/// It is one short text, because each change in the queue contains it.
struct StoredContext: RawRepresentable, Codable, Sendable, Equatable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  init(_ context: RequestContext) { rawValue = "\(context.country) \(context.language)" }

  func context(in city: CityID) -> RequestContext? {
    let words = rawValue.split(separator: " ").map(String.init)
    guard words.count == 2 else { return nil }
    return RequestContext(country: words[0], city: city, language: words[1])
  }
}

/// Everything that the device stores about the carts of one city.
struct StoredCart: Codable, Sendable, Equatable, Identifiable {
  enum Phase: String, Codable, Sendable {
    case open
    /// The server has closed the cart, and an order of it may still be unanswered.
    case closed
    /// The cart was ordered, set aside or dismissed; the next change begins another one.
    case ended
  }

  /// The last cart of the city.
  var key: CartKey
  /// The context of the requests about the cart, without a time zone; `nil` before its city was chosen.
  var context: RequestContext? {
    get { storedContext?.context(in: id) }
    set { storedContext = newValue.map { StoredContext($0) } }
  }
  private(set) var storedContext: StoredContext?
  var phase = Phase.open
  /// Whether the cart may have lines at the server that the device has never seen.
  var isUnfetched = false
  /// The cart as the server last sent it.
  var server: ServerCart?
  /// The ids of the lines in display order; a line that is not in the list follows the others.
  var order: [CartLine.ID] = []
  /// The prices of one unit that the user caused, for example by another fulfillment method.
  var accepted: [CartLine.ID: Money] = [:]
  /// The placed orders that the app has not acknowledged, the oldest first.
  var placed: [PlacedOrder] = []
  /// The last order, until another cart begins.
  var last: PlacedOrder.Receipt?
  /// The id of the order that the user has taken back after it was sent.
  var withdrawn: String?
  /// The lines of carts that the server has closed.
  var setAside: [OtherCart.Line] = []
  /// The ids of the last carts of other users whose lines were added.
  var imports: [String] = []

  var id: CityID { key.city }

  init(_ key: CartKey, in context: RequestContext? = nil, isUnfetched: Bool = false) {
    (self.key, self.isUnfetched) = (key, isUnfetched)
    self.context = context
  }

  /// Returns the context of a request about the cart: the chosen one if it is that of the cart's city.
  func context(chosen: RequestContext) -> RequestContext? {
    chosen.city == id ? chosen : context
  }

  /// Returns the repository that stores the carts, one record per city.
  static func repository(in directory: StorageDirectory) -> CollectionRepository<StoredCart> {
    CollectionRepository(
      .memoryBackedByFile("carts"), class: .critical, schema: StoredSchema(StoredCart.self),
      in: directory)
  }
}
