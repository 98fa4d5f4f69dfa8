public import Commerce
public import Foundation
public import Networking
import Synchronization

/// An in-process server of menus that implements the OpenAPI description of `/v1/menu`.
///
/// Initially, all cities have the menu of one file. In a ``SandboxWorld``, the prices are converted into
/// the currency of each city. ``publish(_:in:)`` changes the menu of one city. The model is
/// independent of the module `Menu` and shares only the wire format with it.
public struct MenuServerModel: ServerModel {
  /// One entry of the list of unavailable items.
  public struct Stop: Codable, Hashable, Sendable {
    /// The kind of item, such as `product`.
    public let kind: String
    /// The item's id.
    public let id: String
    /// The time until which the item is unavailable, in seconds since 1970; `nil` if no end is set.
    public let until: Int64?
    /// The machine-readable reason, such as `soldOut`; `nil` if none is given.
    public let reason: String?
    /// The time from which the item is unavailable, in seconds since 1970; `nil` if it is already.
    public let from: Int64?
    /// The number of units that are left; `nil` if the item is unavailable.
    public let left: Int?

    /// Creates an entry for the item of this kind with this id.
    ///
    /// `from` and `until` are times in seconds since 1970, and `reason` a code such as `soldOut`.
    public init(
      kind: String, id: String, from: Int64? = nil, until: Int64? = nil, reason: String? = nil,
      left: Int? = nil
    ) {
      self.kind = kind
      self.id = id
      self.from = from
      self.until = until
      self.reason = reason
      self.left = left
    }

    func applies(at now: Int) -> Bool {
      from.map { $0 <= now } ?? true && until.map { $0 > now } ?? true
    }
  }

  /// The changes of one city's menu, and the city's unavailable items.
  struct CityMenu: Sendable {
    var edits: [MenuEdit] = []
    var revision = 1
    var stops: [Stop] = []
    var stopRevision = 1
  }

  private let document: Data
  private var menus: [CityID: CityMenu] = [:]
  /// The currency of each city; in a city without an entry, the prices are those of the document.
  var currencies: [CityID: CityData.Rules.Currency] = [:]

  /// Loads the menu from a file, by default the bundled one with 61 products.
  ///
  /// - Throws: An error of the file.
  public init(contentsOf file: URL? = nil) throws {
    document = try Data(contentsOf: file ?? .resource("sandbox-menu"))
  }

  /// Applies edits to the menu of a city, and returns the new revision of the menu.
  @discardableResult
  public mutating func publish(_ edits: [MenuEdit], in city: CityID) -> Int {
    menus[city, default: CityMenu()].edits += edits
    menus[city, default: CityMenu()].revision += 1
    return self[city].revision
  }

  /// Replaces a city's list of unavailable items, and returns the list's new revision.
  @discardableResult
  public mutating func stop(_ stops: [Stop], in city: CityID) -> Int {
    menus[city, default: CityMenu()].stops = stops
    menus[city, default: CityMenu()].stopRevision += 1
    return self[city].stopRevision
  }

  /// Makes one item unavailable in a city, or available again if it is unavailable.
  public mutating func toggleStop(_ stop: Stop, in city: CityID) {
    let others = self[city].stops.filter { ($0.kind, $0.id) != (stop.kind, stop.id) }
    self.stop(others.count < self[city].stops.count ? others : others + [stop], in: city)
  }

  /// Returns the revisions of a city's menu and of its list of unavailable items.
  public func revisions(of city: CityID) -> (menu: Int, stops: Int) {
    (self[city].revision, self[city].stopRevision)
  }

  subscript(city: CityID) -> CityMenu { menus[city] ?? CityMenu() }

  /// Answers `/v1/menu?fulfilment=KIND` and `/v1/menu/stops`.
  ///
  /// The response is 304 if the ETag in the request is current. It is 400 if the
  /// request names no city, and 404 for any other path.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == .get, ["/v1/menu", "/v1/menu/stops"].contains(request.path) else {
      return .status(404)
    }
    guard let context = request.context else {
      return .refused(400, "noCity", "the request names no city")
    }
    let menu = self[context.city]
    guard request.path == "/v1/menu" else {
      let etag = ETag(rawValue: "\"\(context.city)-\(menu.stopRevision)\"")
      return .json(UnavailableItems(revision: menu.stopRevision, stops: menu.stops), etag: etag)
        .unlessKnown(to: request)
    }
    let method = request.query["fulfilment"] ?? "delivery"
    let version = "\(context.city)-\(menu.revision)-\(context.language)-\(method)"
    // The ETag is compared before the body is created. If the app already has this version, the
    // costly creation is skipped.
    let head = HTTPResponse(status: 200, body: Data(), etag: ETag(rawValue: "\"\(version)\""))
    guard head.unlessKnown(to: request).status == 200 else { return head.unlessKnown(to: request) }
    do {
      let body = try cached(in: Self.bodies, [context.language, method], of: context.city) {
        let content = try content(of: context.city, context.language, method)
        return try JSONSerialization.data(withJSONObject: content, options: .sortedKeys)
      }
      return HTTPResponse(status: 200, body: body, etag: head.etag)
    } catch {
      return .status(500)
    }
  }

  /// Returns a city's menu with names in one language and prices for one fulfillment method.
  ///
  /// If the menu has no names in the language, the names are in English. If it has no English names,
  /// the names are in the language whose code comes first alphabetically.
  func content(
    of city: CityID, _ language: String, _ method: String
  ) throws -> [String: Any] {
    let content = try edited(in: city)
    let languages = (content["language"] as? [String: Any])?.keys.sorted() ?? []
    let known = [language, "en"].first(where: languages.contains) ?? languages.first ?? language
    return content.mapValues { Self.pick($0, known, Set(languages), method) }
  }

  /// Returns a city's menu with the names in all languages and the prices for all methods, in the
  /// city's currency.
  private func edited(in city: CityID) throws -> [String: Any] {
    var content = try JSONSerialization.jsonObject(with: document) as? [String: Any] ?? [:]
    for edit in self[city].edits { try edit.apply(to: &content) }
    content["revision"] = self[city].revision
    guard let local = currencies[city], let document = content["currency"] as? String,
      let prices = LocalPrices(from: document, to: local)
    else { return content }
    return prices.convert(content)
  }

  /// Returns the prices of a city's menu.
  func prices(in city: CityID) throws -> MenuPrices {
    try cached(in: Self.prices, [], of: city) {
      let menu = try JSONSerialization.data(withJSONObject: try edited(in: city))
      return try JSONDecoder().decode(MenuPrices.self, from: menu)
    }
  }

  /// An unedited menu in one currency, and what else its cached form depends on.
  private struct CacheKey: Hashable {
    let document: Data
    let currency: CityData.Rules.Currency?
    let revision: Int
    let parameters: [String]
  }

  // The models of a process share these bodies and prices. In a debug build, creating them takes longer
  // than anything else that the server does.
  private static let bodies = Mutex<[CacheKey: Data]>([:])
  private static let prices = Mutex<[CacheKey: MenuPrices]>([:])

  /// Returns the cached value for a city's menu.
  ///
  /// The value is created if the menu has edits, or if the cache does not contain the value.
  private func cached<Value: Sendable>(
    in cache: borrowing Mutex<[CacheKey: Value]>, _ parameters: [String], of city: CityID,
    _ create: () throws -> Value
  ) throws -> Value {
    let menu = self[city]
    guard menu.edits.isEmpty else { return try create() }
    let key = CacheKey(
      document: document, currency: currencies[city], revision: menu.revision,
      parameters: parameters)
    if let value = cache.withLock({ $0[key] }) { return value }
    let value = try create()
    cache.withLock { $0[key] = value }
    return value
  }

  /// Returns the number of units of each limited item in a city, each as `kind/id`.
  ///
  /// The number is 0 for an unavailable item; `now` is in seconds since 1970.
  func unitsLeft(in city: CityID, at now: Int) -> [String: Int] {
    let stops = self[city].stops.filter { $0.applies(at: now) }
    return Dictionary(
      stops.map { ("\($0.kind)/\($0.id)", max(0, $0.left ?? 0)) }, uniquingKeysWith: min)
  }

  private static let methods: Set = ["delivery", "pickup", "dineIn"]

  private static func pick(
    _ value: Any, _ language: String, _ languages: Set<String>, _ method: String
  ) -> Any {
    if let elements = value as? [Any] {
      return elements.map { pick($0, language, languages, method) }
    }
    guard let members = value as? [String: Any], !members.isEmpty else { return value }
    if languages.isSuperset(of: members.keys) {
      // A name without a translation in this language is in the language whose code comes first
      // alphabetically.
      return members[language] ?? members.min { $0.key < $1.key }?.value ?? ""
    }
    if methods.isSuperset(of: members.keys) {
      return members[method] ?? members["delivery"] ?? 0
    }
    return members.mapValues { pick($0, language, languages, method) }
  }

  private struct UnavailableItems: Encodable {
    let revision: Int
    let stops: [Stop]
  }
}
