/// One thing that is said about where something is, such as the house.
public struct AddressField: Sendable, Hashable, Codable {
  /// What is said.
  public let type: AddressFieldType
  /// It, tidied: composed, without direction marks, and with single spaces between words.
  public let value: String

  /// Says something.
  public init(_ type: AddressFieldType, _ value: String) {
    self.type = type
    self.value = value.tidied
  }

  /// Reads one and tidies it, whoever wrote it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(AddressFieldType.self, forKey: .type),
      try values.decode(String.self, forKey: .value))
  }
}

/// What a field of an address says; a type unknown to this release is kept as it came.
public struct AddressFieldType: RawRepresentable, Sendable, Hashable, Codable {
  /// The word for it in data and on the wire, and the key of its name in an app's texts.
  public let rawValue: String
  /// Wraps a word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A street, with what kind of street it is.
  public static let street = AddressFieldType(rawValue: "street")
  /// A part of a town whose houses are numbered without streets.
  public static let microdistrict = AddressFieldType(rawValue: "microdistrict")
  /// A part of a town.
  public static let neighbourhood = AddressFieldType(rawValue: "neighbourhood")
  /// A part of a city that has an administration.
  public static let district = AddressFieldType(rawValue: "district")
  /// A part of a country, such as an emirate.
  public static let region = AddressFieldType(rawValue: "region")
  /// The number of a house, with whatever letters belong to it.
  public static let house = AddressFieldType(rawValue: "house")
  /// One of several buildings of a number.
  public static let building = AddressFieldType(rawValue: "building")
  /// The name of a building.
  public static let buildingName = AddressFieldType(rawValue: "buildingName")
  /// Which of the doors of a house.
  public static let entrance = AddressFieldType(rawValue: "entrance")
  /// What opens it.
  public static let doorCode = AddressFieldType(rawValue: "doorCode")
  /// The storey.
  public static let floor = AddressFieldType(rawValue: "floor")
  /// The flat or office.
  public static let apartment = AddressFieldType(rawValue: "apartment")
  /// The name at the bell.
  public static let bellName = AddressFieldType(rawValue: "bellName")
  /// What it can be found by.
  public static let landmark = AddressFieldType(rawValue: "landmark")
  /// The postal code.
  public static let postcode = AddressFieldType(rawValue: "postcode")
  /// The telephone of whoever opens.
  public static let phone = AddressFieldType(rawValue: "phone")
  /// Anything else that the courier should know.
  public static let comment = AddressFieldType(rawValue: "comment")
}
