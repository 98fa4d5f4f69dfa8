import Networking

extension CityListDocument {
  /// A violation of a rule; the text names the row.
  struct Flaw: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }

  /// Validates the list before it replaces a list that a screen can show.
  func validate() throws(Flaw) {
    guard revision > 0 else { throw Flaw(text: "revision \(revision) is not above 0") }
    guard !cities.isEmpty else { throw Flaw(text: "no cities") }

    for (region, names) in regions {
      try Self.validate(names, of: "region \(region)", mayBeEmpty: true)
    }
    var codes: Set<String> = []
    for country in countries {
      guard codes.insert(country.code).inserted else {
        throw Flaw(text: "country \(country.code) twice")
      }
      try Self.validate(country.names, of: "country \(country.code)")
    }
    var ids: Set<CityID> = []
    for city in cities {
      let place = "city \(city.id.rawValue)"
      guard ids.insert(city.id).inserted else { throw Flaw(text: "\(place) twice") }
      guard codes.contains(city.country) else {
        throw Flaw(text: "\(place) is in an unknown country, \(city.country)")
      }
      guard Coordinates(latitude: city.lat, longitude: city.lon) != nil else {
        throw Flaw(text: "\(place) is at no point on the Earth")
      }
      guard city.population >= 0 else { throw Flaw(text: "\(place) has a negative population") }
      try Self.validate(city.names, of: place)
    }
  }

  private static func validate(
    _ names: Names, of place: String, mayBeEmpty: Bool = false
  ) throws(Flaw) {
    guard mayBeEmpty || !names.isEmpty else { throw Flaw(text: "\(place) has no name") }
    for name in names.values where !PlaceName.isValid(name) {
      throw Flaw(text: "\(place): \(PlaceName.rule)")
    }
  }
}
