import Cities
import Foundation
import Networking
import Storage
import Sync

/// Content of a picker: sections to browse, or the results of a search.
struct PickerContent {
  var list: CityList
  var query = ""
  var here: Coordinates?

  var suggestion: CitySummary? {
    here.flatMap { list.nearest(to: $0, withinKilometers: 50) }
  }

  var sections: [(title: String, rows: [CitySummary])] {
    if query.isEmpty { return list.groups.map { ($0.country.name, $0.cities) } }
    let found = list.search(query)
    return [(found.isEmpty ? "No city matches \(query)" : "Found", found)]
  }

  func draw(rows limit: Int) {
    if let suggestion { print("Are you in \(line(suggestion))?") }
    for section in sections.prefix(limit) {
      print(section.title)
      for row in section.rows.prefix(limit) { print("  \(line(row))") }
    }
  }

  private func line(_ city: CitySummary) -> String {
    [city.name, city.region, city.country.name].compactMap { $0 }.joined(separator: ", ")
  }
}

guard CommandLine.arguments.count > 2, let server = URL(string: "http://127.0.0.1:9") else {
  exit(64)
}
let catalog = FeatureEnvironment(
  transport: URLSessionTransport(server: server),
  directory: StorageDirectory(URL(filePath: CommandLine.arguments[1]))
).makeCityCatalog(
  language: .english, bundle: BundledCities(contentsOf: URL(filePath: CommandLine.arguments[2])))

await catalog.start(with: nil)
let offered = catalog.state.list?.languages ?? []
if let language = Language.best(of: offered, for: ["kk-KZ", "ru"]) {
  try await catalog.setLanguage(language)
}

guard let list = catalog.state.list else { exit(1) }
var picker = PickerContent(list: list)
picker.here = Coordinates(latitude: 43.24, longitude: 76.9)
for query in CommandLine.arguments.dropFirst(3) {
  picker.query = query
  picker.draw(rows: 2)
}
