import Networking
import Storage
import Sync

/// The products that the user likes, in the user's order.
///
/// An outside team's feature, written only with public declarations of the modules.
public nonisolated struct FavoritesState: Sendable, Equatable {
  /// The liked products.
  public var products: [String] = []
  /// The changes that the server refused, by their ids; later changes wait for them.
  public var refused: [ChangeID: ChangeRefusal<FavoritesRejection>] = [:]
  /// The status of the store.
  public var sync = SyncState()
}

/// The reasons of the server.
public nonisolated enum FavoritesRejection: String, Codable, Sendable {
  case tooMany, unknownProduct
}

/// The errors of the calls.
public nonisolated enum FavoritesError: SyncFailure, Equatable {
  case sync(SyncError)
  case unknownProduct(String)
}

/// The favorites of the user.
public nonisolated struct Favorites: StateProvider {
  private let store: OptimisticStore<FavoritesModel>

  /// Creates the feature.
  public init(in environment: FeatureEnvironment) {
    store = OptimisticStore(
      FavoritesModel(transport: environment.transport), base: UnstoredBase([]), initial: [],
      journal: "favorites", in: environment)
  }

  /// The current state.
  public var state: FavoritesState { store.state }
  /// The current state, then each update.
  public func states() -> AsyncStream<FavoritesState> { store.states() }
  /// Fetches and sends until the calling task is canceled.
  public func run() async throws(FavoritesError) { try await store.run() }
  /// Fetches the favorites.
  public func refresh() async throws(FavoritesError) { try await store.refresh() }

  /// Adds a product.
  public func add(_ product: String) async throws(FavoritesError) {
    try await store.perform { _ in [FavoritesChange(product: product, edit: .add)] }
  }

  /// Removes a product.
  public func remove(_ product: String) async throws(FavoritesError) {
    try await store.perform { state, _ throws(FavoritesError) in
      guard state.products.contains(product) else { throw .unknownProduct(product) }
      return [FavoritesChange(product: product, edit: .remove)]
    }
  }

  /// Discards a refused change.
  public func discard(_ id: ChangeID) async throws(FavoritesError) { try await store.discard(id) }
  /// Sends a refused change again.
  public func retry(_ id: ChangeID) async throws(FavoritesError) { try await store.retry(id) }

  /// Moves a product behind another one, or to the front.
  public func move(
    _ product: String, behind other: String?
  ) async throws(FavoritesError) {
    try await store.perform { state, _ throws(FavoritesError) in
      for product in [product, other ?? product] where !state.products.contains(product) {
        throw .unknownProduct(product)
      }
      return [FavoritesChange(product: product, edit: .move(behind: other))]
    }
  }
}

nonisolated struct FavoritesChange: OutboxChange {
  typealias Rejection = FavoritesRejection
  enum Edit: Codable, Sendable, Equatable {
    case add, remove
    case move(behind: String?)
  }
  let product: String
  let edit: Edit
  // The order of all products depends on each change.
  var lane: Lane { Lane("favorites", "all") }

  func apply(to products: inout [String]) {
    if edit == .add, products.contains(product) { return }
    products.removeAll { $0 == product }
    switch edit {
    case .remove: break
    case .add: products.append(product)
    case .move(behind: nil): products.insert(product, at: 0)
    case .move(behind: let other?):
      let index = products.firstIndex(of: other).map { $0 + 1 }
      products.insert(product, at: index ?? products.count)
    }
  }
}

nonisolated struct FavoritesModel: OptimisticModel {
  typealias Failure = FavoritesError
  let transport: any Transport

  func state(of favorites: OptimisticSnapshot<[String], FavoritesChange>) -> FavoritesState {
    var state = FavoritesState(products: favorites.base, sync: favorites.sync)
    for item in favorites.pending {
      state.refused[item.id] = item.refusal
      if item.refusal == nil { item.change?.apply(to: &state.products) }
    }
    return state
  }

  func fetch(
    _ base: [String], unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<[String]> {
    var request = HTTPRequest(.get, "/v1/favorites", in: context)
    request.ifChangedSince = validator.flatMap(ETag.init)
    return FetchOutcome(await transport.answer(to: request), read: Self.update)
  }

  func send(
    _ outgoing: OutgoingChange<FavoritesChange>, on base: [String], in context: RequestContext
  ) async -> SendOutcome<FavoritesChange, [String]> {
    let body: HTTPRequest.Body
    do throws(UnusableBody) { body = try .json(outgoing.change.edit) } catch { return .unknown }
    var request = HTTPRequest(.put(body), "/v1/favorites/\(outgoing.change.product)", in: context)
    request.idempotencyKey = outgoing.key
    return SendOutcome(await transport.answer(to: request), applied: Self.update) { problem in
      .rejected(problem.status == 404 ? .unknownProduct : .tooMany)
    }
  }

  private struct Document: Decodable {
    let revision: Int
    let products: [String]
  }

  private static func update(
    _ response: HTTPResponse
  ) throws(UnusableBody) -> ServerUpdate<[String]> {
    let document = try response.json(Document.self)
    return ServerUpdate(version: ServerVersion(document.revision)) { $0 = document.products }
  }
}
