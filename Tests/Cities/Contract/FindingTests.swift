import Cities
import CitiesTestSupport
import StorageTestSupport
import Testing

struct FindingTests {
  private let device = CityDevice(.memory)

  @Test func `Text without letters finds all cities, and text that no name has finds none`()
    async throws
  {
    let list = await device.launch(in: "ru").loadList()

    for text in [
      "", "  ", "-'’.,", "\u{301}", "\u{306}", "🍕", "\u{0}\u{1B}[", "\u{200E}\u{200F}\u{FEFF}",
      String(repeating: " ", count: 10_000), String(repeating: "\u{301}", count: 10_000),
    ] { #expect(list.search(text) == list.cities, "\(text.debugDescription)") }
    for text in [
      String(repeating: "м", count: 10_000), String(repeating: "мо ", count: 3_413), "123",
      "москва\u{0}xyz", "\u{202E}aksom", String(repeating: "\u{301}a", count: 10_000), "сква",
    ] { #expect(!list.search(text).contains { $0.id == .moscow }, "\(text.debugDescription)") }
  }
}
