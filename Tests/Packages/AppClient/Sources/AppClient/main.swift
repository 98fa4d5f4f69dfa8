import Favorites
import FoodApp
import Observation
import Sandbox

/// Waits until a condition of observed values holds, by the mechanism that redraws a view.
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

// What a user does on the screens, over the server inside the process.
let server = SandboxServer(try SandboxWorld())
let environment = FeatureEnvironment(transport: server)
let model = AppModel(
  try FoodApp(in: environment, secrets: FileSecrets(in: environment.directory)))
let running = Task { await model.app.run() }
await waitUntil { model.cities.state.list != nil && model.user != nil }
await model.perform { try await model.app.choose(1_526_384) }
await waitUntil { model.menu.state.menu != nil }
await model.add(.product("pizza-margherita"))
await model.sendCode(to: "8 (777) 123-45-67")
let code = server.model.accounts.code(for: "+77771234567") ?? ""
await model.perform { try await model.app.signIn(withCode: code) }
// A view, too, is redrawn after the call.
await waitUntil { model.user?.account != nil }
guard let user = model.user else { fatalError("nobody uses the app") }
let cart = Observed(user.cart)
await waitUntil { cart.state.pending.isEmpty && cart.state.lines.count == 1 }

// A feature of the app's own, with the token and the files of the account.
let favorites = Favorites(in: user.environment)
let liked = Observed(favorites)
let sending = Task { try await favorites.run() }
server.fault = .offline
try await favorites.add("margherita")
await waitUntil { !liked.state.products.isEmpty }

let lines = cart.state.lines.map { "\($0.quantity) × \($0.item.name)" }.joined(separator: ", ")
print("\(user.account?.rawValue ?? "a guest"): \(lines), favorites: \(liked.state.products[0])")
if let alert = model.alert { print(alert) }
running.cancel()
sending.cancel()
await running.value
