import Addresses
@_spi(SettledCity) import Networking

/// One tap of the user's, which its number decides.
///
/// There are twenty addresses, told by their labels. The first twelve are the user's on this device
/// alone, two and two with three houses between them; another device edits and removes the next four,
/// and may be the first to enter the last four.
enum Tap {
  /// The address is to say this.
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
