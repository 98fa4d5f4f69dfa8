public import Observation

/// A value that changes over time: the contract that every feature's entry shares.
public protocol StateProvider<State>: Sendable {
  /// A value that a screen can draw completely.
  associatedtype State: Sendable

  /// The current state.
  nonisolated var state: State { get }

  /// The current state, then each update. A slow consumer skips intermediate states.
  nonisolated func states() -> AsyncStream<State>
}

/// The state of a feature for SwiftUI.
///
/// ```swift
/// struct CartBadge: View {
///   @State private var cart: Observed<CartState>
///
///   init(_ cart: any ShoppingCart) { _cart = State(initialValue: Observed(cart)) }
///
///   var body: some View { Text("\(cart.state.lines.count)") }
/// }
/// ```
///
/// Updates arrive on the main actor in order; intermediate ones may be skipped. They end when the value
/// is released.
@MainActor @Observable
public final class Observed<State: Sendable> {
  /// The newest state.
  public private(set) var state: State

  @ObservationIgnored private var updates: Task<Void, Never>?

  /// Observes a feature from now on.
  public init(_ provider: some StateProvider<State>) {
    state = provider.state
    let states = provider.states()
    // The one task outside a structure: a view has no scope to run it in, so it ends with this value.
    updates = Task { [weak self] in
      for await state in states { self?.state = state }
    }
  }

  deinit { updates?.cancel() }
}
