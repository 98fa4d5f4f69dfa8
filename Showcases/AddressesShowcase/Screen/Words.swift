import Addresses
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
