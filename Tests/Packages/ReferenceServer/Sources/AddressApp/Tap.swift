import Addresses
@_spi(SettledCity) import Networking

/// A tap of the user, which its number determines.
///
/// There are twenty addresses, identified by their labels. Only this device changes the first
/// twelve, of which each pair shares three houses. Another device edits and removes the next four,
/// and may be the first to add the last four.
enum Tap {
  /// Adds the address, or changes the one with its label.
  case write(Address)
  case use(label: String)
  case prefer(label: String)
  case remove(label: String)

  init(_ number: Int) {
    let slot = number % 20
    let label = "slot \(slot)"
    switch number % 7 {
    case 4: self = .use(label: label)
    case 5 where slot < 12: self = .prefer(label: label)
    case 6: self = .remove(label: label)
    default:
      let house = slot < 16 ? number % 3 + 1 : 1
      self = .write(
        Address(
          city: RequestContext.almaty.city, template: AddressTemplate.ID(rawValue: "KZ"),
          label: label,
          fields: [
            AddressField(.street, "Street \(slot < 12 ? slot / 2 : slot)"),
            AddressField(.house, "\(house)"), AddressField(.doorCode, "\(number)"),
          ]))
    }
  }
}

extension RequestContext {
  static var almaty: RequestContext {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: "en") else {
      preconditionFailure("KZ can be sent")
    }
    return context
  }
}
