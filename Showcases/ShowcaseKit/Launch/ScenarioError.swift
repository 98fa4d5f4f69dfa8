/// The reason why a scenario was not played to its end.
enum ScenarioError: Error, CustomStringConvertible {
  case nothingToPlay
  case failed(_ scenario: String, reason: String)

  var description: String {
    switch self {
    case .nothingToPlay: "there is neither a terminal nor a scenario"
    case .failed(let scenario, let reason): "scenario '\(scenario)' failed: \(reason)"
    }
  }
}
