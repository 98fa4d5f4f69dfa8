import Foundation
import Networking
import Sandbox
import SyncTestSupport

/// The service of a simulated world, which checks the account and the city of all arriving data.
struct AppServer: DeviceServer {
  var world: SandboxWorld
  /// The end of a restart; until then, the server answers every request with 503.
  var isBackAt = 0
  let time: @Sendable () -> Int

  init(time: @escaping @Sendable () -> Int) {
    world = Self.small
    self.time = time
    world.accounts.accessLifetime = 1_200
  }

  func judge(_ change: HTTPRequest, _ ledger: Ledger) {
    let body = String(decoding: change.bytes ?? Data(), as: UTF8.self)
    guard change.path.hasSuffix("/lines"), let city = change.context?.city else { return }
    ledger.expect(
      body.contains("\"city\":\(city)"), "a line of another city is sent in \(city): \(body)")
  }

  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse {
    world.now = time()
    guard world.now >= isBackAt else { return HTTPResponse(status: 503, body: Data()) }
    let owner = request.authorization.flatMap(world.accounts.owner)
    let body = String(decoding: request.bytes ?? Data(), as: UTF8.self)
    let path = request.path
    if path.hasPrefix("/v1/menu") || path.hasPrefix("/v1/cities") {
      ledger.expect(owner == nil, "a token on \(path)")
    }
    // A guest's cart looks for its order by the key.
    for feature in ["/v1/profile", "/v1/addresses", "/v1/orders", "/v1/review-photos"]
    where path.hasPrefix(feature) && request.query["key"] == nil {
      ledger.expect(owner != nil, "\(path) is asked for without a token")
    }
    // The names of an account's data begin with the id of the account.
    for other in ["account-1", "account-2"] where other != owner {
      ledger.expect(!body.contains("\(other)#"), "\(owner ?? "a guest") sends what is \(other)'s")
    }
    return world.answer(request)
  }

  // MARK: A small world

  /// A world with two products and two cities, decoded once.
  private static let small: SandboxWorld = {
    do {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "small-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
      let (cities, menu) = (
        folder.appending(path: "cities.json"), folder.appending(path: "menu.json")
      )
      try Data(Self.cities.utf8).write(to: cities)
      try Data(Self.menu.utf8).write(to: menu)
      return try SandboxWorld(now: AppSimulation.start, cities: cities, menu: menu)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// Two cities of one country, because most of the time of a world was the decoding of 1,000 cities.
  ///
  /// The revision is higher than that of the bundled list, so that the app uses this list.
  private static let cities = #"""
    {"revision":3,"regions":{"KZ.02":{"en":"Almaty","ru":"Алматы"},"KZ.05":{"en":"Nur-Sultan","ru":"Нур-Султан"}},
    "countries":[{"code":"KZ","names":{"en":"Kazakhstan","ru":"Казахстан"},"languages":["ru","kk"]}],
    "cities":[{"id":1526384,"country":"KZ","region":"KZ.02","names":{"en":"Almaty","ru":"Алматы"},"lat":43.2525,"lon":76.9115,"tz":"Asia/Almaty","population":1977011},
    {"id":1526273,"country":"KZ","region":"KZ.05","names":{"en":"Astana","ru":"Астана"},"lat":51.1801,"lon":71.446,"tz":"Asia/Almaty","population":1544142}],
    "rules":{"KZ":{"currency":{"code":"KZT","wireExponent":2,"displayDigits":2,"cashIncrement":1},"phone":{"callingCode":7,"mobileLengths":[10],"example":"7710009998","support":"+7 000 5234"},"firstWeekday":"mon","isTaxIncluded":true,"addressTemplate":"KZ","habits":["doorCode","tips"]}},
    "operations":{"1526384":{"fulfilments":[{"kind":"delivery","opens":600,"closes":1380,"minimumOrder":300000,"fee":0}],"payments":["card"]},
    "1526273":{"fulfilments":[{"kind":"delivery","opens":600,"closes":1380,"minimumOrder":300000,"fee":75000,"freeFrom":900000}],"payments":["card"]}}}
    """#

  private static let menu = #"""
    {"revision":1,"language":{"en":"en","ru":"ru"},"currency":"KZT","categories":[{"id":"all","name":{"en":"All","ru":"Всё"},"items":[{"kind":"product","id":"pizza"},{"kind":"product","id":"tea"}]}],
    "products":[{"id":"pizza","name":{"en":"Pizza","ru":"Пицца"},"text":{"en":"Good.","ru":"Вкусно."},"badges":["hit"],"diets":["vegetarian"],"allergens":["gluten","eggs","milk"],"ingredients":[],"groups":[],"variants":[{"id":"pizza-m","price":350000}]},
    {"id":"tea","name":{"en":"Tea","ru":"Чай"},"text":{"en":"Good.","ru":"Вкусно."},"badges":[],"diets":["vegetarian"],"allergens":["gluten","eggs","milk"],"ingredients":[],"groups":[],"variants":[{"id":"tea-m","price":120000}]}],
    "sizes":[],"crusts":[],"ingredients":[],"groups":[],"modifiers":[],"combos":[],"slots":[]}
    """#
}
