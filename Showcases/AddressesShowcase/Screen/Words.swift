import Addresses
import ShowcaseKit
import Sync

extension DeliveryRestriction {
  /// User-facing text for the reason why the server refuses an address or does not deliver to it.
  var words: String {
    switch self {
    case .removedElsewhere: "removed on another device"
    case .cityClosed: "no delivery in this city; choose another city"
    case .outsideZone: "outside the delivery zone; choose another address"
    case .other(let text): text
    }
  }
}

extension AddressPart {
  var words: String {
    switch self {
    case .existence: "new"
    case .fields: "fields"
    case .use: "last use"
    case .preference: "default"
    case .removal: "removal"
    }
  }
}

extension Set<AddressPart> {
  var words: String {
    AddressPart.allCases.filter(contains).map(\.words).joined(separator: ", ")
  }
}

extension AddressError {
  /// User-facing text for an error of the address book, in one sentence.
  var words: String {
    switch self {
    case .sync(let error): error.words
    case .anotherCity: "the address is in another city; switch to that city first"
    case .unknownTemplate(let id): "the form \(id.rawValue) does not exist"
    case .invalid(let problems):
      problems.count == 1 ? "correct 1 field" : "correct \(problems.count) fields"
    case .duplicate: "this address is already in the book"
    case .tooMany(let limit):
      "the book has \(limit) addresses, which is the limit; remove one first"
    case .unknownAddress: "the address was removed"
    case .badTemplates(let reason): "the forms cannot be used: \(reason)"
    }
  }
}
