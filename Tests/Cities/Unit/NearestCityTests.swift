import Testing

@testable import Cities

@Suite("The nearest city")
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

  @Test(arguments: [
    (55.7539, 37.6208, "Moscow"), (43.2380, 76.8829, "Almaty"), (51.5072, -0.1276, "London"),
    (10.7769, 106.7009, "Ho Chi Minh City"), (52.2297, 21.0122, "Warsaw"),
  ])
  func `A point in a city is in that city`(latitude: Double, longitude: Double, name: String) throws
  {
    #expect(try nearest(latitude, longitude, within: 20) == name)
  }

  @Test func `A point farther than the radius belongs to none`() throws {
    // The middle of the Caspian Sea, 180 km from Aktau.
    #expect(try nearest(42, 50.9, within: 50) == nil)
    #expect(try nearest(42, 50.9, within: 400) != nil)
    #expect(try nearest(0, 0, within: 20_100) != nil)
  }

  @Test(arguments: [-1, -Double.infinity, .nan])
  func `A radius that is none finds none`(_ limit: Double) throws {
    #expect(try nearest(55.752, 37.6178, within: limit) == nil)
  }

  @Test func `Exactly there, a radius of nothing is enough`() throws {
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
