import Cities
import Favorites
import Networking
import Observation
import Sync

/// A server that is never reached.
nonisolated struct Offline: Transport {
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}

/// Returns when the observed value satisfies the condition; a view is redrawn in the same way.
func waitUntil(_ isReached: @escaping () -> Bool) async {
  while !isReached() {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = isReached()
      } onChange: {
        continuation.resume()
      }
    }
    await Task.yield()
  }
}

let app = try AppModel(in: FeatureEnvironment(transport: Offline()))
let running = Task { try await app.run() }
await app.start()
try await app.like("margherita")
await waitUntil { app.cities.state.list != nil && !app.favorites.state.products.isEmpty }
print(app.title)
running.cancel()
try await running.value
