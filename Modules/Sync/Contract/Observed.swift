public import Observation

/// A provider of a state that changes over time.
///
/// The main protocols of the features, such as that of the cart, inherit from this protocol.
public protocol StateProvider<State>: Sendable {
  /// A value that contains everything that a screen draws.
  associatedtype State: Sendable

  /// The current state; reading it sends no request and requires no `await`.
  nonisolated var state: State { get }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  nonisolated func states() -> AsyncStream<State>
}

/// The state of a feature, observable by SwiftUI.
///
/// ```swift
/// struct FavoritesList: View {
///   @State private var favorites: Observed<FavoritesState>
///
///   init(_ favorites: Favorites) { _favorites = State(initialValue: Observed(favorites)) }
///
///   var body: some View {
///     List(favorites.state.products, id: \.self) { Text($0) }
///   }
/// }
/// ```
///
/// Updates arrive on the main actor in their original sequence; intermediate states may be skipped.
/// Observation ends when this object is released.
@MainActor @Observable
public final class Observed<State: Sendable> {
  /// The newest state that has arrived on the main actor; at first, that of the provider.
  public private(set) var state: State

  @ObservationIgnored private var updates: Task<Void, Never>?

  /// Creates the observable state of a feature and starts to observe it.
  public init(_ provider: some StateProvider<State>) {
    state = provider.state
    let states = provider.states()
    // A view creates this object in a synchronous initializer. So the loop over the states needs an
    // unstructured task, which `deinit` cancels.
    updates = Task { [weak self] in
      for await state in states { self?.state = state }
    }
  }

  deinit { updates?.cancel() }
}
