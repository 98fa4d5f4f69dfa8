/// The type of an address field; types that this release does not know are preserved.
public struct AddressFieldType: RawRepresentable, Sendable, Hashable, Codable {
  /// The name of the type in files and requests; also the key of the title that a screen shows.
  public let rawValue: String
  /// Creates a type from its name in files and requests, such as `street`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The street, including its kind, such as "Street" or "Avenue".
  public static let street = AddressFieldType(rawValue: "street")
  /// The microdistrict or the village: a named place whose houses are numbered without streets, or not
  /// numbered at all.
  public static let microdistrict = AddressFieldType(rawValue: "microdistrict")
  /// The neighborhood: a part of a town.
  public static let neighborhood = AddressFieldType(rawValue: "neighbourhood")
  /// The district: a part of a city with an administration.
  public static let district = AddressFieldType(rawValue: "district")
  /// The region: a part of a country, such as an emirate.
  public static let region = AddressFieldType(rawValue: "region")
  /// The house number, including its letters.
  public static let house = AddressFieldType(rawValue: "house")
  /// The building: one of several with the same house number.
  public static let building = AddressFieldType(rawValue: "building")
  /// The name of the building; the form of `AE` has it in place of a house number, and those of a few other
  /// countries, such as `GB`, besides it.
  public static let buildingName = AddressFieldType(rawValue: "buildingName")
  /// The number of the entrance, for a house that has several.
  public static let entrance = AddressFieldType(rawValue: "entrance")
  /// The code that opens the entrance; it does not distinguish two addresses.
  public static let doorCode = AddressFieldType(rawValue: "doorCode")
  /// The floor, as a number or as text such as the German `EG`.
  public static let floor = AddressFieldType(rawValue: "floor")
  /// The apartment or office: a number such as `7`, or a number with its kind, such as `office 5`.
  public static let apartment = AddressFieldType(rawValue: "apartment")
  /// The name at the doorbell; it distinguishes two addresses only if they have no apartment.
  public static let bellName = AddressFieldType(rawValue: "bellName")
  /// A landmark near the address, which the forms of a few countries, such as `NG`, have.
  public static let landmark = AddressFieldType(rawValue: "landmark")
  /// The postal code, without a prefix of the country and in the format of the form, such as `SW1A 1AA`.
  public static let postcode = AddressFieldType(rawValue: "postcode")
  /// The telephone number of the person at the address; it does not distinguish two addresses.
  public static let phone = AddressFieldType(rawValue: "phone")
  /// A note for the courier; it does not distinguish two addresses.
  public static let comment = AddressFieldType(rawValue: "comment")
}
