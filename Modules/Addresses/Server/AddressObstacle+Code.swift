extension AddressObstacle {
  /// Reads what a change was refused for, as the queue keeps it.
  init(_ reason: String) {
    self =
      switch reason {
      case "removedElsewhere": .removedElsewhere
      case "cityClosed": .cityClosed
      case "outsideZone": .outsideZone
      default: .other(reason)
      }
  }

  /// What it is kept as.
  var reason: String {
    switch self {
    case .removedElsewhere: "removedElsewhere"
    case .cityClosed: "cityClosed"
    case .outsideZone: "outsideZone"
    case .other(let text): text
    }
  }
}
