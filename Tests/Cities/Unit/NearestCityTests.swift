import Testing

@testable import Cities

struct NearestCityTests {
  private let list: CityList

  init() throws {
    list = try BundledLists.load()["en"]
  }

  private func nearest(_ latitude: Double, _ longitude: Double, within limit: Double) throws
    -> String?
  {
    let point = try #require(Coordinates(latitude: latitude, longitude: longitude))
    return list.nearest(to: point, withinKilometers: limit)?.name
  }

  @Test(arguments: [-1, -Double.infinity, .nan])
  func `A radius that is no length finds no city`(_ limit: Double) throws {
    #expect(try nearest(55.752, 37.6178, within: limit) == nil)
  }

  @Test func `A radius of 0 finds the city at exactly that point`() throws {
    #expect(try nearest(55.752, 37.6178, within: 0) == "Moscow")
  }

  @Test
  func `The nearest city equals that of a linear search, at the poles and the date line, too`()
    throws
  {
    for latitude in stride(from: -90.0, through: 90, by: 15) {
      for longitude in stride(from: -180.0, through: 180, by: 20) {
        let point = try #require(Coordinates(latitude: latitude, longitude: longitude))
        let all = list.cities.map { $0.coordinates.kilometers(to: point) }
        let found = try #require(list.nearest(to: point, withinKilometers: .infinity))
        #expect(found.coordinates.kilometers(to: point) == all.min())
      }
    }
  }

  @Test func `The way over the date line is short`() throws {
    let (east, west) = (
      try #require(Coordinates(latitude: 0, longitude: 179.5)),
      try #require(Coordinates(latitude: 0, longitude: -179.5))
    )

    #expect(abs(east.kilometers(to: west) - 111.195) < 0.01)
    let (moscow, saintPetersburg) = (
      try #require(Coordinates(latitude: 55.752, longitude: 37.6178)),
      try #require(Coordinates(latitude: 59.9386, longitude: 30.3141))
    )
    #expect(abs(moscow.kilometers(to: saintPetersburg) - 634) < 4)
  }
}
