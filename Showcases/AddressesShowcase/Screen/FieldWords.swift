import Addresses
import ShowcaseKit

/// The languages in which this showcase can name the fields of an address and their problems.
enum DemoLanguage: String, CaseIterable {
  case en, ru, de

  /// Creates the language that the options of the showcase name; English if they name none.
  init(_ options: ShowcaseOptions) throws(UsageError) {
    let code = try options.language(among: Self.allCases.map(\.rawValue))
    self = code.flatMap(Self.init) ?? .en
  }

  /// The English name of the language.
  var title: String { ["English", "Russian", "German"][index] }

  /// The language after this one; the first language follows the last.
  var next: DemoLanguage { Self.allCases[(index + 1) % Self.allCases.count] }

  private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Returns the title of an address field in this language.
  func name(of field: AddressFieldType) -> String {
    Self.names[field.rawValue]?[index] ?? field.rawValue
  }

  private static let names = [
    "street": ["Street", "Улица", "Straße"],
    "microdistrict": ["Microdistrict or village", "Микрорайон или село", "Wohngebiet oder Dorf"],
    "neighbourhood": ["Neighbourhood", "Квартал", "Viertel"],
    "district": ["District", "Район", "Bezirk"],
    "region": ["Region", "Регион", "Region"],
    "house": ["House", "Дом", "Hausnummer"],
    "building": ["Building", "Корпус", "Gebäude"],
    "buildingName": ["Building name", "Название здания", "Gebäudename"],
    "entrance": ["Entrance", "Подъезд", "Eingang"],
    "doorCode": ["Door code", "Домофон", "Türcode"],
    "floor": ["Floor", "Этаж", "Etage"],
    "apartment": ["Flat", "Квартира", "Wohnung"],
    "bellName": ["Name at the bell", "Имя на звонке", "Name am Klingelschild"],
    "landmark": ["Landmark", "Ориентир", "Orientierungspunkt"],
    "postcode": ["Postcode", "Индекс", "Postleitzahl"],
    "phone": ["Telephone", "Телефон", "Telefon"],
    "comment": ["For the courier", "Курьеру", "Für den Kurier"],
    "label": ["Call it", "Название", "Bezeichnung"],
  ]

  /// Returns the text of a problem, including how to correct it.
  func words(_ issue: AddressProblem.Issue) -> String {
    switch issue {
    case .missing:
      ["enter a value", "заполните", "bitte ausfüllen"][index]
    case .missingWithout(let other):
      ["enter a value, or fill in ", "заполните это или поле ", "dies ausfüllen oder "][index]
        + "«\(name(of: other))»"
    case .tooLong(let excess, let limit):
      [
        "\(excess) characters too long: the limit is \(limit)",
        "длиннее на \(excess): сократите до \(limit)",
        "\(excess) zu lang: auf \(limit) kürzen",
      ][index]
    case .unprintable:
      [
        "contains characters that cannot be printed: type it again",
        "есть непечатные знаки: наберите заново",
        "enthält nicht druckbare Zeichen: neu eintippen",
      ][index]
    case .unexpected(let characters):
      ["remove ", "уберите ", "entfernen: "][index] + characters
    case .unlike(let example):
      ["write it as in ", "напишите как ", "so schreiben: "][index] + example
    case .notOneOf(let choices):
      ["choose one of ", "выберите: ", "auswählen: "][index] + choices.joined(separator: ", ")
    case .noDigit:
      ["has no number: check it", "без номера: это верно?", "keine Nummer: stimmt das?"][index]
    case .notAsked:
      [
        "no longer part of the form: the courier still sees it",
        "больше не спрашивается: курьер видит это и дальше",
        "wird nicht mehr gefragt: der Kurier sieht es weiterhin",
      ][index]
    }
  }

  /// Returns a field's title and its problem, on one line.
  func words(_ problem: AddressProblem) -> String {
    "\(name(of: problem.field)): \(words(problem.issue))"
  }
}
