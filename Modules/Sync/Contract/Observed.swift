public import Observation

/// A provider of one state that changes over time; every feature's main protocol inherits from it.
public protocol StateProvider<State>: Sendable {
  /// A value that a screen can draw completely.
  associatedtype State: Sendable

  /// The current state.
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
/// Updates arrive on the main actor, the oldest first, and intermediate ones may be skipped. Observation
/// ends when this object is released.
@MainActor @Observable
public final class Observed<State: Sendable> {
  /// The newest state.
  public private(set) var state: State

  @ObservationIgnored private var updates: Task<Void, Never>?

  /// Creates the observable state of a feature and starts to observe it.
  public init(_ provider: some StateProvider<State>) {
    state = provider.state
    let states = provider.states()
    // This is the only unstructured task of the package: a view's initializer has no task that could run
    // the loop. It ends when this object is released.
    updates = Task { [weak self] in
      for await state in states { self?.state = state }
    }
  }

  deinit { updates?.cancel() }
}
