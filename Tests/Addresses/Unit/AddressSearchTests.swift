import AddressesTestSupport
import Foundation
import Testing

@testable import Addresses

struct AddressSearchTests {
  private static let state = state(Address.examples)

  private static func state(_ addresses: [Address]) -> AddressBookState {
    var state = AddressBookState()
    state.addresses = addresses.map { address in
      SavedAddress(
        id: SavedAddress.ID(rawValue: address.label), serverID: "", address: address,
        lastUsed: nil, isDefault: false, obstacle: nil)
    }
    return state
  }

  private func found(_ text: String) -> [String] {
    Self.state.search(text).map(\.address.label)
  }

  @Test
  func `Every word of every address is found in capitals, in small letters and without accents`() {
    for address in Address.examples {
      let state = Self.state([address])
      for value in address.fields.map(\.value) {
        // Foundation folds й into и, which are two letters here.
        let hasShortI = value.contains("й") || value.contains("Й")
        let plain = hasShortI ? value : value.folding(options: .diacriticInsensitive, locale: nil)
        for form in [value, value.uppercased(), value.lowercased(), plain] {
          #expect(!state.search(form).isEmpty, "\(form)")
        }
      }
    }
  }

  @Test(arguments: [
    ("KADIKÖY", "TR"), ("kadıköy", "TR"), ("kadikoy", "TR"), ("TORSTRASSE", "DE"),
    ("torstraße", "DE"), ("torstrasse", "DE"), ("lukasiewicz", "PL"), ("ŁUKASIEWICZ", "PL"),
    ("ԱԲՈՎՅԱՆ", "AM"), ("ᲠᲣᲡᲗᲐᲕᲔᲚᲘᲡ", "GE"), ("oqchi", "UZ"), ("o'qchi", "UZ"), ("Oʻqchi", "UZ"),
    ("абай даңғылы", "KZ"), ("АБАЙ ДАНГЫЛЫ", "KZ"), ("сүхбаатар", "MN"), ("САУ 25/1", "-"),
  ])
  func `Case is ignored where it is not simple`(_ text: String, _ expected: String) {
    #expect(found(text) == (expected == "-" ? [] : [expected]))
  }

  @Test func `Each word begins a word, punctuation parts words, and nothing finds everything`() {
    #expect(found("лен 25") == ["RU"])
    #expect(found("25 лен,") == ["RU"])
    #expect(found("енина") == [])
    #expect(found("  ").count == 25)
    #expect(found("25/1") == ["BY", "KZ", "RU"])
  }

  @Test func `Names are sorted without regard to case, and 9 comes before 10`() {
    let streets = [
      "ленина 10", "Ленина 9", "абая 1", "Ёлочная 2", "ж 1", "Йошкар 1", "и 1", "Abbey 1",
    ]
    let state = Self.state(streets.map { .sample("", [.street: $0]) })
    #expect(
      state.byName.map { $0.address[.street] } == [
        "Abbey 1", "абая 1", "Ёлочная 2", "ж 1", "и 1", "Йошкар 1", "Ленина 9", "ленина 10",
      ])
  }

  @Test func `Accents are removed, and the vowel signs of Indian scripts are kept`() {
    #expect(SearchWords("\u{627}\u{8FF}").words == ["\u{627}"])
    #expect(SearchWords("\u{915}\u{900}").words == ["\u{915}\u{900}"])
  }

  @Test func `A number is sorted as one of twelve digits, or of all that it has`() {
    #expect(SearchWords("Dom 9").sortKey == "dom 000000000009")
    #expect(SearchWords("1234567890123").sortKey == "1234567890123")
  }
}
