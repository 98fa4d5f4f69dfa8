import Addresses
import Commerce
import Networking
import Sandbox

/// A fixed city and its country, because the showcase does not use the module `Cities`.
struct Place: Sendable, Equatable {
  let country: String
  let name: String
  let city: CityID

  var context: RequestContext { context(.en) }

  func context(_ language: DemoLanguage) -> RequestContext {
    .demo(country, city, language: language.rawValue)
  }

  /// The id of the country's address template, which is the country code.
  var template: AddressTemplate.ID { AddressTemplate.ID(rawValue: country) }

  static let all = [
    place("KZ", "Almaty", 1_526_384), place("AE", "Dubai", 292_223),
    place("AM", "Yerevan", 616_052), place("AZ", "Baku", 587_084), place("BG", "Sofia", 727_011),
    place("BY", "Minsk", 625_144), place("DE", "Berlin", 2_950_159),
    place("EE", "Tallinn", 588_409), place("ES", "Madrid", 3_117_735),
    place("GB", "London", 2_643_743), place("GE", "Tbilisi", 611_717),
    place("KG", "Bishkek", 1_528_675), place("LT", "Vilnius", 593_116),
    place("MN", "Ulaanbaatar", 2_028_462), place("NG", "Lagos", 2_332_459),
    place("PL", "Warsaw", 756_135), place("RO", "Bucharest", 683_506),
    place("RS", "Belgrade", 792_680), place("RU", "Moscow", 524_901),
    place("SI", "Ljubljana", 3_196_359), place("TJ", "Dushanbe", 1_221_874),
    place("TR", "Istanbul", 745_044), place("UA", "Kyiv", 703_448),
    place("UZ", "Tashkent", 1_512_569), place("VN", "Ho Chi Minh City", 1_566_083),
  ]

  static let almaty = all[0]
  static let belgrade = all[17]

  /// The place after this one; the first place follows the last.
  var next: Place { Self.all[((Self.all.firstIndex(of: self) ?? 0) + 1) % Self.all.count] }

  /// An example of an address in the city, in the format of its country.
  var example: Address {
    let content = AddressView.Content.examples(in: city.rawValue)
      .first { $0.template == country }
    return Address(
      city: city, template: template,
      fields: (content?.fields ?? []).map { field in
        AddressField(AddressFieldType(rawValue: field.type), field.value)
      })
  }

  /// Returns an address in this city; `values` contains the value of each field, by the field's type.
  func address(_ label: String, _ values: [AddressFieldType: String]) -> Address {
    Address(
      city: city, template: template, label: label,
      fields: values.map { AddressField($0.key, $0.value) })
  }

  private static func place(_ country: String, _ name: String, _ city: CityID) -> Place {
    Place(country: country, name: name, city: city)
  }
}

extension Address {
  /// The address in the wire format, as another device would send it to the server.
  var content: AddressView.Content {
    AddressView.Content(
      city: city.rawValue, template: template.rawValue, label: label,
      fields: fields.map { .init($0.type.rawValue, $0.value) })
  }

  /// Returns this address with another value in one field.
  func with(_ type: AddressFieldType, _ value: String) -> Address {
    var copy = self
    copy[type] = value
    return copy
  }
}
