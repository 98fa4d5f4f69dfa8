import Commerce
import FavoritesServer
import Foundation
import GRDB
import Networking
import Sandbox

/// The server's world in one SQLite file: the shared server model of all features, and the favorites
/// of an outside team, over an event log.
///
/// Each event of a request contains its time, because late reviews are rejected and tokens expire. A
/// request for data of a user needs an access token; a guest has only carts.
struct WorldLog: Sendable {
  private struct State {
    var world: SandboxWorld
    var favorites = PerAccount(FavoritesServer())

    mutating func answer(_ request: AppRequest, _ asked: HTTPRequest) -> HTTPResponse {
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

  private let log: EventLog<State, WorldEvent>

  /// Opens the file, or creates it, and replays its events over these cities and this menu.
  init(file: String, cities: URL, menu: URL) throws {
    var world = try SandboxWorld(cities: cities, menu: menu)
    world.requiresSignIn = true
    log = try EventLog(file: file, of: State(world: world)) { state, event in
      guard case .request(let request, let now) = event else {
        state.world.apply(event)
        return nil
      }
      guard let asked = request.asked else { return nil }
      state.world.now = now
      return state.answer(request, asked)
    }
  }

  /// Answers a request; returns `nil` if the request is invalid.
  func answer(_ request: AppRequest) async throws -> HTTPResponse? {
    try await log.answer(
      request, as: .request(request, at: Self.now), isAnswered: hasAnswered(request))
  }

  /// Returns whether a change under its key has been answered by its service.
  func hasAnswered(_ request: AppRequest) -> Bool {
    guard let key = request.key, let asked = request.asked else { return false }
    return log.look { state in
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
    _ = try await log.write(event)
    return look(value)
  }

  /// Returns a value of the world.
  func look<Value: Sendable>(_ value: @Sendable (SandboxWorld) -> Value) -> Value {
    log.look { value($0.world) }
  }

  /// Returns the account whose access token a request carries, if the token is valid.
  func account(of request: AppRequest) -> String? {
    log.look { state in
      state.world.now = Self.now
      return request.asked.flatMap { state.world.account(of: $0) }
    }
  }

  /// Returns the events about the orders of an account after a position.
  func orderEvents(of account: String, after sequence: Int) -> [OrderServerModel.Event] {
    log.look { state in
      state.world.now = Self.now
      return state.world.orderEvents(of: account).filter { $0.sequence > sequence }
    }
  }

  /// All applied changes of favorites, each once and in the order of its account.
  var appliedFavorites: [FavoritesServer.AppliedEdit] {
    log.look { $0.favorites.all.flatMap(\.applied) }
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
