import Cities
import Sandbox
import ShowcaseKit

extension Scenario {
  static let find = Scenario(
    "find", "Typing in any alphabet, the countries in order, the city nearby; without network."
  ) { stage in
    let script = try Script(stage)
    script.sandbox.fault = .offline
    let catalog = try await script.launch(in: script.language(or: "kk-KZ"))
    let list = await catalog.loadList()
    for text in ["кара", "qara", "kazan", "КАЗАНЬ", "lodz", "გორ", "gor", "на дону", "qqq"] {
      script.tell("Search for \"\(text)\"")
      let found = list.search(text)
      stage.transcript.details(found.prefix(3).map(\.line) + ["\(found.count) in all"])
    }
    script.tell("By country")
    for group in list.groups.prefix(3) {
      stage.transcript.details(["\(group.country.name): \(group.cities.count)"])
      stage.transcript.details(group.cities.prefix(3).map { "  \($0.name)" })
    }
    for (latitude, longitude) in [(43.24, 76.9), (42, 50.9)] {
      guard let here = Coordinates(latitude: latitude, longitude: longitude) else { continue }
      let city = list.nearest(to: here, withinKilometers: 50)
      script.tell("Near \(latitude), \(longitude): \(city?.line ?? "no city")")
    }
  }
}
