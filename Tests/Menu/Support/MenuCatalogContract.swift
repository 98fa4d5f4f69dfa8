import Menu
import Networking
import Sync
public import Testing

/// Rules of every menu catalog, the live one and the one in memory.
public enum MenuCatalogContract: String, CaseIterable, Sendable {
  case nothingYet = "A catalog without stored data has no menu and sends no request"
  case noCity = "Before a city is settled the state has no scope, and a refresh says so"
  case refreshed = "A refresh brings the menu of the scope and its stops, fresh and complete"
  case warmOffline = "After a restart without network the menu and the stops are there at once"
  case failureKeeps = "A failed refresh says why and takes nothing away"
  case unusable = "A menu without any product is refused, and the one before stays"
  case hostile = "An answer of an intermediary changes nothing"
  case older = "A menu of an older revision is not used, and the refresh says so"
  case tooHigh = "A menu whose revision was too high once is replaced, also after a restart"
  case alternating = "A lagging replica that answers in turn never takes the menu back"
  case stopsTooHigh = "A stop list whose revision was too high once is replaced"
  case stale = "A menu is fresh for ten minutes and is shown after that too"
  case batch = "The changes since the state that a screen shows are one batch"
  case consumer = "Requests have a consumer of the states, and end with the last one"
  case scopes = "No state has the menu, the stops or the time zone of another city than its own"
  case language = "Another language is another menu, and the first is there again without network"
  case fulfillment = "Another way to get an order has prices of its own"
  case gate = "Behind a closed gate nothing is asked, and the reason is told"
  case stops = "The stop list comes for itself and leaves the menu as it is"
  case stopsOfCity = "The stop list is the same in every language"
  case oldStops = "A stop list of yesterday is not shown after a restart"

  case endsWithoutRun =
    "Without run() every call ends, and the states and a refresh say that nothing runs"
  case endsCancelled =
    "In a cancelled task, or cancelled while it waits, a refresh says so"
  case runEnds =
    "run() ends when it is cancelled, whatever it waits for, and can be called again"

  /// Verifies this rule on a new device.
  public func verify(on device: some MenuDevice) async throws {
    let catalog = device.launch(.delivery, in: .sampleCity)
    switch self {
    case .nothingYet:
      #expect(await catalog.loaded().menu == nil)
      #expect(await catalog.loaded().unavailable == nil)
      #expect(catalog.state.isLoaded)
      #expect(device.server.requests.isEmpty)
    case .noCity: try await noCity(catalog, device)
    case .refreshed: try await refreshed(catalog)
    case .warmOffline: try await warmOffline(catalog, device)
    case .failureKeeps: try await failureKeeps(catalog, device)
    case .unusable: try await unusable(catalog, device)
    case .hostile: try await hostile(catalog, device)
    case .older: try await older(catalog, device)
    case .tooHigh: try await tooHigh(catalog, device)
    case .alternating: try await alternating(catalog, device)
    case .stopsTooHigh: try await stopsTooHigh(catalog, device)
    case .stale: try await stale(catalog, device)
    case .batch: try await batch(catalog, device)
    case .consumer: await consumer(catalog, device)
    case .scopes: try await scopes(catalog, device)
    case .language: try await language(catalog, device)
    case .fulfillment: try await fulfillment(catalog)
    case .gate: try await gate(catalog, device)
    case .stops: try await stops(catalog, device)
    case .stopsOfCity: try await stopsOfCity(catalog, device)
    case .oldStops: try await oldStops(catalog, device)
    case .endsWithoutRun: await endsWithoutRun(catalog, device)
    case .endsCancelled: try await endsCancelled(catalog, device)
    case .runEnds: try await runEnds(catalog, device)
    }
  }
}

extension MenuCatalogContract: CustomTestStringConvertible {
  /// Name of the rule.
  public var testDescription: String { rawValue }
}
