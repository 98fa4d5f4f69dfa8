import ArgumentParser
import Cities
import Commerce
import Favorites
import Foundation
import KillableApp
import Networking
import Storage
import Sync

/// An app of an outside team's favorites, for tests that kill it and its server.
///
/// It uses public declarations only. It makes the taps from `first` to `last`, and prints
/// `TAKEN NUMBER` for each one that is stored, or `LEFT NUMBER` if its product is not shown. When the
/// server has all of them, it prints `SHOWN` with the products of the screen, and then `DONE`.
@main
struct FavoritesApp: AsyncParsableCommand {
  @OptionGroup var options: AppOptions

  func run() async throws {
    let device = try options.environment()
    try await settle(in: device)
    try await device.runSignedIn(as: "ann") { try await tap(in: $1) }
    say("DONE")
  }

  private func tap(in environment: FeatureEnvironment) async throws {
    let favorites = Favorites(in: environment)
    try await withThrowingTaskGroup { group in
      group.addTask { try await favorites.run() }
      group.addTask { try await favorites.decideRefusals() }
      _ = try await favorites.settled()
      for number in stride(from: options.first, through: options.last, by: 1) {
        say(try await favorites.tap(number) ? "TAKEN \(number)" : "LEFT \(number)")
      }
      let products = try await favorites.settled().products
      say("SHOWN \(products.joined(separator: " "))")
      group.cancelAll()
    }
  }

  /// Restores the city of the last launch, or chooses one.
  private func settle(in environment: FeatureEnvironment) async throws {
    let cities = environment.makeCityCatalog(language: .english)
    await cities.start(with: nil)
    while environment.city.context == nil {
      do throws(CitiesError) { try await cities.choose(CityID(rawValue: 1_526_384)) } catch {
        // The server fails at random, or is being restarted.
        try await environment.clock.sleep(for: .seconds(1))
        environment.gate.open(for: .signedOut)
      }
    }
  }
}

extension Favorites {
  /// Performs a tap; returns whether its product is displayed, and throws unless the change is stored.
  ///
  /// Each tap changes one product, and no two taps make the same change, so that the log distinguishes
  /// them.
  fileprivate func tap(_ number: Int) async throws -> Bool {
    do throws(FavoritesError) {
      switch number % 10 {
      case 3, 6: try await move("p\(number - 1)", behind: nil)
      case 9: try await remove("p\(number - 4)")
      case 0: try await add("ghost")
      default: try await add("p\(number)")
      }
    } catch .unknownProduct {
      return false
    }
    guard state.sync.write == .written else { throw NotStored(tap: number) }
    return true
  }

  /// Waits until the server has every change, and returns the state.
  fileprivate func settled() async throws -> FavoritesState {
    for await state in states() {
      if state.sync.isSettled { return state }
      guard case .failed = state.sync.fetch else { continue }
      do throws(FavoritesError) { try await refresh() } catch .sync(.fetch), .sync(.closed) {
        // The next state has the failure again.
      }
    }
    throw CancellationError()
  }

  /// Discards changes of products that the server does not know, and retries other refused changes.
  fileprivate func decideRefusals() async throws {
    for await state in states() {
      for (change, refusal) in state.refused {
        do throws(FavoritesError) {
          if refusal == .rejected(.unknownProduct) {
            try await discard(change)
          } else {
            try await retry(change)
          }
        } catch .sync(.unknownChange), .sync(.inFlight), .sync(.mayBeApplied) {
          // The change may have left the queue since the state was shown.
        }
      }
    }
  }
}

private struct NotStored: Error {
  let tap: Int
}
