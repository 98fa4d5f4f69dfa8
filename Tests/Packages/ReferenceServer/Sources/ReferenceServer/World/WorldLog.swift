import Commerce
import FavoritesServer
import Foundation
import GRDB
import Networking
import Sandbox
import Synchronization

/// The server's world in one SQLite file: the shared server model of all features, and the favorites
/// of an outside team.
///
/// Only the events are stored. At the start the log rebuilds the models and all responses from them, so a
/// kill loses nothing and the models need no storage code. Each event of a request contains its time,
/// because late reviews are rejected and tokens expire. A request for data of a user needs an access token;
/// a guest has only carts.
final class WorldLog: Sendable {
  private struct State {
    var world: SandboxWorld
    var favorites = PerAccount(FavoritesServer())

    /// Applies an event, and returns the response if the event is a valid request.
    mutating func play(_ event: WorldEvent) -> HTTPResponse? {
      guard case .request(let request, let now) = event else {
        world.apply(event)
        return nil
      }
      guard let asked = request.asked else { return nil }
      world.now = now
      return answer(request, asked)
    }

    private mutating func answer(_ request: AppRequest, _ asked: HTTPRequest) -> HTTPResponse {
      let account = world.account(of: asked)
      guard request.service == "favorites" else { return world.answer(asked) }
      guard account != nil else {
        return HTTPResponse(problem: "signedOut", status: 401, reason: "no user is signed in")
      }
      return favorites[account].answer(asked)
    }

    func hasAnswered(_ key: String, _ request: AppRequest, _ asked: HTTPRequest) -> Bool {
      let account = world.account(of: asked)
      return switch request.service {
      case "auth", "profile": world.accounts.hasAnswered(asked)
      case "carts": world.carts.hasAnswered(key)
      case "addresses": world.addresses[account].hasAnswered(key)
      case "favorites": favorites[account].hasAnswered(key)
      case "orders" where request.path.hasSuffix("/cancel"):
        world.orders[account].hasAnswered(key)
      default: world.reviews[account].hasAnswered(key)
      }
    }
  }

  private let pool: DatabasePool
  private let state: Mutex<State>

  /// Opens the file, or creates it, and replays its events over these cities and this menu.
  init(file: String, cities: URL, menu: URL) throws {
    var world = try SandboxWorld(cities: cities, menu: menu)
    world.requiresSignIn = true
    var state = State(world: world)
    // A pool uses a write-ahead log with `synchronous` NORMAL, which survives a kill of the process.
    pool = try DatabasePool(path: file)
    let lines = try pool.write { database in
      try database.execute(
        sql: "CREATE TABLE IF NOT EXISTS event (number INTEGER PRIMARY KEY, event BLOB NOT NULL)")
      return try Data.fetchAll(database, sql: "SELECT event FROM event ORDER BY number")
    }
    for line in lines {
      _ = state.play(try JSONDecoder().decode(WorldEvent.self, from: line))
    }
    self.state = Mutex(state)
  }

  /// Answers a request; returns `nil` if the request is invalid.
  ///
  /// A change is in the log before its response is sent. A repetition of an answered change is not
  /// stored again.
  func answer(_ request: AppRequest) async throws -> HTTPResponse? {
    guard request.asked != nil else { return nil }
    let event = WorldEvent.request(request, at: Self.now)
    guard request.key != nil, !hasAnswered(request) else {
      return state.withLock { $0.play(event) }
    }
    return try await write(event)
  }

  /// Stores an event, then applies it.
  ///
  /// The database's single writer runs both, so events are applied in the order of the log.
  private func write(_ event: WorldEvent) async throws -> HTTPResponse? {
    let line = try JSONEncoder().encode(event)
    return try await pool.writeWithoutTransaction { [self] database in
      try database.execute(sql: "INSERT INTO event (event) VALUES (?)", arguments: [line])
      return state.withLock { $0.play(event) }
    }
  }

  /// Returns whether a change under its key has been answered by its service.
  func hasAnswered(_ request: AppRequest) -> Bool {
    guard let key = request.key, let asked = request.asked else { return false }
    return state.withLock { state in
      state.world.now = Self.now
      return state.hasAnswered(key, request, asked)
    }
  }

  /// The server's time, in seconds since 1970.
  static var now: Int { Int(Date.now.timeIntervalSince1970) }

  /// Applies an event that is no request, and returns a value of the changed world.
  func apply<Value: Sendable>(
    _ event: WorldEvent, _ value: @Sendable (SandboxWorld) -> Value
  ) async throws -> Value {
    _ = try await write(event)
    return look(value)
  }

  /// Returns a value of the world.
  func look<Value: Sendable>(_ value: @Sendable (SandboxWorld) -> Value) -> Value {
    state.withLock { value($0.world) }
  }

  /// Returns the account whose access token a request carries, if the token is valid.
  func account(of request: AppRequest) -> String? {
    state.withLock { state in
      state.world.now = Self.now
      return request.asked.flatMap { state.world.account(of: $0) }
    }
  }

  /// Returns the events about the orders of an account after a position.
  func orderEvents(of account: String, after sequence: Int) -> [OrderServerModel.Event] {
    state.withLock { state in
      state.world.now = Self.now
      return state.world.orderEvents(of: account).filter { $0.sequence > sequence }
    }
  }

  /// All applied changes of favorites, each once and in the order of its account.
  var appliedFavorites: [FavoritesServer.AppliedEdit] {
    state.withLock { $0.favorites.all.flatMap(\.applied) }
  }
}

/// An event that changes the world.
enum WorldEvent: Codable, Sendable {
  /// A request with its time in seconds since 1970, which can change the outcome.
  case request(AppRequest, at: Int)
  /// The availability of a city.
  case city(Int, CityServerModel.CityState)
  /// A change of a city's menu.
  case menu(CityID, MenuPatch)
  /// The unavailable items of a city.
  case stops(CityID, [MenuServerModel.Stop])
  /// New prices of carts; `nil` ends the sale.
  case prices([String: Int64?])
  /// The places without delivery.
  case restrictions(AddressRestrictions)
  /// The data of an order that each account can rate.
  case order(String, ReviewServerModel.Order)
  /// A step in the progress of an order.
  case orderStep(String, OrderStep, at: Int)
  /// The end of an account's access tokens, or of its sessions.
  case sessions(String, SessionEnding)
}

/// The end of access tokens, which can be renewed, or of the sessions.
enum SessionEnding: String, Codable, Sendable {
  case expired, revoked
}

/// The cities and streets without delivery.
struct AddressRestrictions: Codable, Sendable {
  let closedCities: Set<Int>
  let farStreets: Set<String>
}

extension SandboxWorld {
  /// Applies an event that is no request.
  fileprivate mutating func apply(_ event: WorldEvent) {
    switch event {
    case .request: break
    case .city(let id, let state): cities.set(state, of: [id])
    case .menu(let city, let patch): menus.publish(patch.edits, in: city)
    case .stops(let city, let stops): menus.stop(stops, in: city)
    case .prices(let prices): carts.setPrices(prices)
    case .restrictions(let rules):
      addresses.changeAll {
        $0.closedCities = rules.closedCities
        $0.farStreets = rules.farStreets
      }
    case .order(let id, let order): reviews.changeAll { $0.orders[id] = order }
    case .orderStep(let id, let step, let time):
      now = time
      make(step, of: id)
    case .sessions(let account, .expired): accounts.expireAccessTokens(of: account)
    case .sessions(let account, .revoked): accounts.revoke(account)
    }
  }
}
