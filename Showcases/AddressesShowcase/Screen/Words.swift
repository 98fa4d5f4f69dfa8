import Addresses
import ShowcaseKit
import Sync

extension AddressMark {
  /// The badge.
  var words: String {
    switch self {
    case .confirmed: ""
    case .pending: "not sent"
    case .maybeApplied: "maybe sent"
    case .failed(let obstacle): "refused: \(obstacle.words)"
    }
  }
}

extension AddressObstacle {
  /// What is the matter, and what to do.
  var words: String {
    switch self {
    case .removedElsewhere: "removed on another device; keep it or give it up"
    case .cityClosed: "nothing is delivered in this city any more; choose another city"
    case .outsideZone: "too far away; choose another address"
    case .other(let text): text
    }
  }
}

extension AddressPart {
  var words: String {
    switch self {
    case .existence: "new"
    case .fields: "fields"
    case .use: "use"
    case .preference: "default"
    case .removal: "removal"
    }
  }
}

extension Set<AddressPart> {
  var words: String {
    AddressPart.allCases.filter(contains).map(\.words).joined(separator: "+")
  }
}

extension AddressFetch {
  var words: String {
    switch self {
    case .idle: ""
    case .fetching: "asking the server"
    case .failed(let reason): "not reached: \(reason)"
    case .closed(let reasons): "not asked: \(reasons.map(\.words).sorted().joined(separator: ", "))"
    case .notRunning: "not asked"
    }
  }
}

extension AddressError {
  /// One sentence for the person at the keyboard.
  var words: String {
    switch self {
    case .noCity: "no city yet"
    case .anotherCity: "it is in another city"
    case .unknownTemplate(let id): "the form \(id.rawValue) is not known"
    case .invalid(let problems):
      problems.count == 1
        ? "one thing has to be put right" : "\(problems.count) things have to be put right"
    case .duplicate: "you have this address already"
    case .tooMany(let limit): "there may be \(limit) addresses: remove one first"
    case .unknownAddress: "it is not there any more"
    case .unknownChange: "it has gone meanwhile"
    case .mayBeApplied: "the server may have it already"
    case .queueFull(let limit): "\(limit) changes are waiting"
    case .unreachable(let reason): "the server was not reached: \(reason)"
    case .badTemplates(let reason): "the forms cannot be used: \(reason)"
    case .notRunning: "the server cannot be asked now"
    case .cancelled: "cancelled"
    case .storage(let error): "\(error)"
    }
  }
}
