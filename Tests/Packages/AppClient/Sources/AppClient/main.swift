import Cities
import Favorites
import Observation
import Sandbox
import Sync

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

let server = SandboxServer(try SandboxWorld())
server.fault = .offline
let app = try AppModel(in: FeatureEnvironment(transport: server))
let running = Task { try await app.run() }
await app.start()
try await app.like("margherita")
await waitUntil { app.cities.state.list != nil && !app.favorites.state.products.isEmpty }
print(app.title)
running.cancel()
try await running.value
