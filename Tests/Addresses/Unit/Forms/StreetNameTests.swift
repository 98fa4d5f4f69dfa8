import AddressesTestSupport
import Networking
import SyncTestSupport
import Testing

@testable import Addresses

/// Identity is not search: names and numbers that differ are different doors.
struct StreetNameTests {
  /// Letters of the languages, with the pairs that a search would treat as one letter.
  private static let alphabets: [(countries: String, letters: String, kinds: [String])] = [
    ("DE GB EE SI PL", "aäåąeęioöóõuüsśšßzźżlłnńcćč", ["Str.", "Weg", "Gate", "tee", "ulica"]),
    ("ES RO LT VN NG", "aáàăâảeéèêệiíîịoóôơuúưnñsșşțdđ", ["Calle", "Strada", "gatvė", "Đường"]),
    ("TR AZ ZZ", "aâeəıioöuüsşcçgğn", ["Cadde", "Sokak", "küçəsi", "Road"]),
    ("UZ", "aeioʻugʻshchq", ["ko'chasi", "yo'li"]),
    ("AE", "abdehiklأإآابتةهوؤيىئ", ["Street", "شارع", "طريق"]),
    ("RU BY UA BG RS", "абеиійїоуўєэґгђћшщжз", ["улица", "пер.", "вул.", "бул.", "Трг"]),
    ("KZ KG TJ MN", "аәеиіоөуұүкқгғнңҳӣӯҷ", ["көшесі", "көчөсү", "кӯчаи", "гудамж", "зам"]),
    ("AM", "աբգդեէըթիոօուփք", ["փողոց", "պողոտա"]), ("GE", "აბგდევიკქოპფტთ", ["ქუჩა", "გამზირი"]),
  ]

  /// Returns different names: words with numbers, each with neighbors of one other letter.
  private static func names(
    _ letters: [Character], _ kinds: [String], count: Int, _ random: inout SplitMix64
  ) -> Set<String> {
    var names: Set<String> = []
    while names.count < count {
      var word = (0..<Int.random(in: 3...8, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? letters[0]
      }
      let kind = kinds.randomElement(using: &random) ?? ""
      let number = Int.random(in: 1...40, using: &random)
      let forms = [
        "\(kind) %", "% \(kind)", "\(number). % \(kind)", "% \(number)", "\(number)-я %",
      ]
      let form = forms.randomElement(using: &random) ?? ""
      for _ in 0..<3 {
        names.insert(form.replacing("%", with: String(word)))
        word[Int.random(in: 0..<word.count, using: &random)] =
          letters.randomElement(using: &random) ?? letters[0]
      }
    }
    return names
  }

  @Test func `No two of 37,000 streets of a district are one place`() {
    var random = SplitMix64(seed: 37)
    var total = 0
    for (countries, letters, kinds) in Self.alphabets {
      for country in countries.split(separator: " ").map(String.init) {
        let names = Self.names(Array(letters), kinds, count: 1_450, &random)
        let values: [AddressFieldType: String] = [.house: "5", .neighborhood: "1", .district: "2"]
        let places = names.map { name in
          place(.sample("", values.merging([.street: name]) { $1 }, template: country))
        }
        #expect(Set(places).count == names.count, "\(country)")
        total += names.count
      }
    }
    #expect(total > 37_000)
  }

  @Test(arguments: AddressTemplates.samples.all.map(\.id.rawValue))
  func `Numbers of houses and doors that differ are different places`(_ country: String) {
    let numbers = [
      "1", "2", "12", "1/2", "1-2", "1 1/2", "11/2", "1А", "1A", "1Б", "А1", "1 bis", "12к3", "123",
      "1/2/3", "1-2/3", "-1", "1а/2", "I", "II", "s/n", "bb", "Lot 1", "Plot 1",
    ]
    for type in [AddressFieldType.house, .apartment, .building, .entrance, .floor] {
      let places = numbers.map { number in
        place(.sample("", [.street: "Zyx", type: number], template: country))
      }
      #expect(Set(places).count == numbers.count, "\(type.rawValue)")
    }
  }
}
