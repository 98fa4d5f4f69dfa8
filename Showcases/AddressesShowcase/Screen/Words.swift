import Addresses
import Networking
import ShowcaseKit
import Sync

extension SyncStatus<DeliveryRestriction> {
  /// The text of the badge.
  var words: String {
    switch self {
    case .confirmed: ""
    case .pending: "not sent"
    case .maybeApplied: "maybe sent"
    case .failed(.rejected(let obstacle)): "refused: \(obstacle.words)"
    case .failed(.conflict): "changed on another device"
    case .failed(.unreadable): "made by a newer release of the app"
    }
  }
}

extension DeliveryRestriction {
  /// The reason and the possible actions.
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

extension FetchStatus {
  var words: String {
    switch self {
    case .idle: ""
    case .fetching: "asking the server"
    case .failed(let failure): "not reached: \(failure.words)"
    case .closed(let reasons): "not asked: \(reasons.map(\.words).sorted().joined(separator: ", "))"
    case .notRunning: "not asked"
    }
  }
}

extension FetchFailure {
  fileprivate var words: String {
    switch self {
    case .noAnswer(.offline): "no network"
    case .noAnswer(let error): "\(error)"
    case .status(let status): "HTTP \(status)"
    case .refused(let problem): "\(problem)"
    case .unusable: "the answer cannot be read"
    case .outdated: "the answer is older than the list here"
    case .notStored(let error): "\(error)"
    }
  }
}

extension AddressError {
  /// The text for the user: one sentence.
  var words: String {
    switch self {
    case .sync(let error): error.words
    case .anotherCity: "it is in another city"
    case .unknownTemplate(let id): "the form \(id.rawValue) is not known"
    case .invalid(let problems):
      problems.count == 1
        ? "one thing has to be put right" : "\(problems.count) things have to be put right"
    case .duplicate: "you have this address already"
    case .tooMany(let limit): "there may be \(limit) addresses: remove one first"
    case .unknownAddress: "it is not there any more"
    case .badTemplates(let reason): "the forms cannot be used: \(reason)"
    }
  }
}

extension SyncError {
  fileprivate var words: String {
    switch self {
    case .storage(let error): "\(error)"
    case .noCity: "no city yet"
    case .closed(let reasons):
      "the server was not reached: \(reasons.map(\.words).sorted().joined(separator: ", "))"
    case .fetch(let failure): "the server was not reached: \(failure.words)"
    case .cancelled: "cancelled"
    case .superseded: "something else was selected meanwhile"
    case .full(let limit): "\(limit) changes are waiting"
    case .unknownChange: "it has gone meanwhile"
    case .inFlight, .mayBeApplied: "the server may have it already"
    case .anotherAccount: "the changes of another account are waiting"
    case .notEncodable(let reason): reason
    }
  }
}
