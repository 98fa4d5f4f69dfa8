import FavoritesServer
import Foundation
import GRDB
import Networking
import Sandbox

/// The server's world in one SQLite file: the shared server model of all features, and the favorites
/// of an outside team, over an event log.
///
/// Each event of a request contains its time, because late reviews are rejected.
struct WorldLog: Sendable {
  private struct State {
    var world: SandboxWorld
    var favorites = FavoritesServer()
    var made: [MadeAddressChange] = []
  }

  private let log: EventLog<State, WorldEvent>

  /// Opens the file, or creates it, and replays its events over these cities and this menu.
  init(file: String, cities: URL, menu: URL) throws {
    let world = try SandboxWorld(cities: cities, menu: menu)
    log = try EventLog(file: file, of: State(world: world)) { state, event in
      guard case .request(let request, let now) = event else {
        state.world.apply(event)
        return nil
      }
      guard let asked = request.asked else { return nil }
      state.world.reviews.now = now
      guard !request.path.hasPrefix("/v1/favorites") else { return state.favorites.answer(asked) }
      guard request.path.hasPrefix("/v1/addresses") else { return state.world.answer(asked) }
      let before = state.world.addresses.list
      let answer = state.world.answer(asked)
      if let made = MadeAddressChange(request, before, state.world.addresses.list) {
        state.made.append(made)
      }
      return answer
    }
  }

  /// Answers a request; returns `nil` if the request is invalid.
  func answer(_ request: AppRequest) async throws -> HTTPResponse? {
    let now = Int(Date.now.timeIntervalSince1970)
    return try await log.answer(request, as: .request(request, at: now)) {
      hasAnswered($0, at: request.path)
    }
  }

  /// Answers a read that names no city.
  func answer(_ request: HTTPRequest) -> HTTPResponse { log.look { $0.world.answer(request) } }

  /// Returns whether a change under this key has been answered by the service of a path.
  func hasAnswered(_ key: String, at path: String) -> Bool {
    log.look { state in
      switch path.split(separator: "/").dropFirst().first {
      case "carts": state.world.carts.hasAnswered(key)
      case "addresses": state.world.addresses.hasAnswered(key)
      case "favorites": state.favorites.hasAnswered(key)
      default: state.world.reviews.hasAnswered(key)
      }
    }
  }

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

  /// All applied changes of favorites in order, each once.
  var appliedFavorites: [FavoritesServer.AppliedEdit] { log.look { $0.favorites.applied } }

  /// All applied changes of addresses in order, each once.
  var madeAddressChanges: [MadeAddressChange] { log.look { $0.made } }
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
  /// The data of an order that can be rated.
  case order(String, ReviewServerModel.Order)
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
      addresses.closedCities = rules.closedCities
      addresses.farStreets = rules.farStreets
    case .order(let id, let order): reviews.orders[id] = order
    }
  }
}

/// The accepted reviews and photos, for a test's comparison.
struct Arrived: Encodable, Sendable {
  /// The accepted reviews, by order.
  let reviews: [String: ReviewView]
  /// The photos' content, by ID.
  let photos: [String: Data]
  /// The IDs of accepted orders and photos, in the sequence of arrival.
  let arrivals: [String]

  init(_ model: ReviewServerModel) {
    reviews = model.reviews
    photos = model.photos
    arrivals = model.arrivals
  }
}
