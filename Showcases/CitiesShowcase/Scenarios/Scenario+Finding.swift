import Cities
import Sandbox
import ShowcaseKit

extension Scenario {
  static let find = Scenario(
    "find", "Search as people type, the cities by country, and the nearest city, all offline."
  ) { (script: Script) in
    script.setFault(.offline, of: script.sandbox)
    let catalog = try await script.launch(in: "kk-KZ")
    let list = await catalog.loadList()
    let texts = [
      "кара", "qara", "kazan", "КАЗАНЬ", "lodz", "გორ", "gor", "на дону", "qqq", "Целиноград",
      "Шымкетн", "fkvfns", "нижнийновгород", "Армавир Армения",
    ]
    for text in texts {
      script.tell("Search for \"\(text)\"")
      let found = list.search(text)
      script.details(found.prefix(3).map(\.line) + [CityList.count(found)])
    }
    script.tell("The cities by country")
    for group in list.groups.prefix(3) {
      script.details(["\(group.country.name): \(group.cities.count)"])
      script.details(group.cities.prefix(3).map { "  \($0.name)" })
    }
    for (latitude, longitude) in [(43.24, 76.9), (42, 50.9)] {
      guard let here = Coordinates(latitude: latitude, longitude: longitude) else { continue }
      let city = list.nearest(to: here, withinKilometers: 50)
      script.tell("The nearest city within 50 km of \(latitude), \(longitude)")
      script.detail(city?.line ?? "none")
    }
  }
}
