import GRDB
import Networking
import Sandbox

/// The server's addresses: the shared server model over an event log.
struct AddressLog: Sendable {
  private struct State {
    var model = AddressesServerModel()
    var made: [MadeAddressChange] = []
  }

  private let log: EventLog<State, AddressEvent>

  static func make(in database: Database) throws {
    try EventLog<State, AddressEvent>.make("address", in: database)
  }

  init(in pool: DatabasePool) throws {
    log = try EventLog("address", in: pool, of: State()) { state, event in
      switch event {
      case .change(let request):
        guard let asked = request.asked else { return nil }
        let before = state.model.list
        let answer = state.model.answer(asked)
        if let made = MadeAddressChange(request, before, state.model.list) {
          state.made.append(made)
        }
        return answer
      case .rules(let rules):
        state.model.closedCities = rules.closedCities
        state.model.farStreets = rules.farStreets
        return nil
      }
    }
  }

  /// Answers a request; returns `nil` if the request is invalid.
  func answer(_ request: AppRequest) async throws -> HTTPResponse? {
    try await log.answer(request, as: .change(request), hasAnswered: hasAnswered)
  }

  /// Returns whether a change under this key has been answered.
  func hasAnswered(_ key: String) -> Bool { log.look { $0.model.hasAnswered(key) } }

  /// Sets the delivery restrictions and returns the new revision of the list.
  func set(_ rules: AddressRules) async throws -> Int {
    _ = try await log.write(.rules(rules))
    return log.look { $0.model.list.revision }
  }

  /// All applied changes in order, each once.
  var made: [MadeAddressChange] { log.look { $0.made } }
}

/// An event that changes addresses.
enum AddressEvent: Codable, Sendable {
  case change(AppRequest)
  case rules(AddressRules)
}

/// The cities and streets without delivery.
struct AddressRules: Codable, Sendable {
  let closedCities: Set<Int>
  let farStreets: Set<String>
}
