import Cities
import CitiesTestSupport
import Foundation
import Sync
import Testing

@Suite("The articles about cities")
struct ArticlesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test
  func `Every scenario of the showcase stands for a rule in its article, and the other way round`()
    throws
  {
    let folder = Self.folder.appending(path: "../../Showcases/Unit/Transcripts/CitiesShowcase")
    let recorded = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .map { $0.replacing(".txt", with: "") }
    let table =
      try text("../../../Modules/Cities/Cities.docc/UsingCities.md")
      .components(separatedBy: "| rule | scenario |").last ?? ""

    let named = table.split(separator: "`").enumerated()
      .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }

    #expect(Set(named) == Set(recorded))
  }

  @Test func `Their code does what it says`() async throws {
    let device = CityDevice()
    let catalog = device.launch(in: "ru")
    _ = await open(catalog)
    #expect(screen(catalog.state).hasPrefix("Москва\n"))

    await openPicker(catalog)
    let moscow = try #require(try await pick("моск", catalog))

    #expect(screen(catalog.state) == "Welcome to Москва")
    #expect(addressFields(in: moscow) == ["street", "house", "door code"])
    #expect(attempt(in: catalog.state) == nil)
    try await bringUpToDate(catalog)
    #expect(await catalog.loadList().revision == 2)
    device.server.fault = .offline
    _ = await catalog.outcome(of: .almaty)
    #expect(attempt(in: catalog.state) == "The city could not be loaded. Try again?")
    #expect(report(catalog.state) == "0 bytes freed")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
  }
}
