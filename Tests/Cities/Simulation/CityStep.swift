import Cities
import CitiesTestSupport
import Commerce
import SyncTestSupport

/// One event of a simulated app and its server, chosen by a seed.
enum CityStep: Sendable, Hashable {
  case choose(CityID)
  case start(CityID?)
  case speak(Language)
  case refresh
  /// Cancels the app's most recent unfinished call.
  case cancel
  /// Sets the fault of every response; `nil` for none.
  case network(ServerFault?)
  /// Sets whether responses come from a replica that lags behind.
  case replica(isBehind: Bool)
  case change(CityID)
  case remove(CityID)
  case restore(CityID)
  /// Kills the process at any point and launches the next one in a language.
  case restart(Language)
  /// Performs up to this many task steps.
  case work(Int)
  /// Performs all possible task steps.
  case rest

  static let cities: [CityID] = [.moscow, .almaty, .belgrade, .satpayev]

  /// Returns random steps.
  ///
  /// A swarm omits most kinds of steps for each seed, so that the remaining ones coincide more
  /// often.
  static func scenario(_ seed: UInt64, isSwarm: Bool, count: Int = 24) -> [CityStep] {
    randomSteps(
      count, seed: seed, weights: [8, 3, 4, 3, 2, 4, 2, 3, 3, 3, 6, 12, 4], progress: 2,
      isSwarm: isSwarm, of: make)
  }

  private static func make(_ kind: Int, _ random: inout SplitMix64) -> CityStep {
    let number = Int.random(in: 0..<12, using: &random)
    let city = cities[number % 4]
    let language: Language = number % 2 == 0 ? "ru" : "en"
    let faults: [ServerFault?] = [nil, nil, nil, .offline, .timedOut, .status(503), .garbage]
    switch kind {
    case 0: return .choose(city)
    case 1: return .start([nil, nil, city, .nowhere][number / 3])
    case 2: return .speak(language)
    case 3: return .refresh
    case 4: return .cancel
    case 5: return .network(faults[number % faults.count])
    case 6: return .replica(isBehind: number % 3 > 0)
    case 7: return .change(city)
    case 8: return .remove(city)
    case 9: return .restore(city)
    case 10: return .restart(language)
    case 11: return .work(number + 1)
    default: return .rest
    }
  }
}
