import Cities
import CitiesTestSupport
import Commerce
import Networking
import StorageTestSupport
import Sync
import Testing

struct HalfCityTests {
  struct Flaw: Sendable, CustomTestStringConvertible {
    let path: String
    let value: JSONValue
    /// Field that the refusal names.
    let field: Substring
    var testDescription: String { "\(path): \(value)" }

    init(_ path: String, _ value: JSONValue, at field: Substring? = nil) {
      (self.path, self.value) = (path, value)
      self.field = field ?? path.prefix { $0 != "/" }
    }
  }

  private static let keys = SampleCity.almaty.details(in: "ru").keyPaths
    // This key is optional: without it no order has free delivery.
    .filter { !$0.hasSuffix("freeFrom") }

  private static let flaws = [
    Flaw("timeZone", "Mars/Olympus"), Flaw("timeZone", ""), Flaw("timeZone", "+05:00"),
    Flaw("timeZone", "Asia/Almaty\u{0}"), Flaw("timeZone", "../../etc/localtime"),
    Flaw("rules/currency/wireExponent", 5), Flaw("rules/currency/wireExponent", -1),
    Flaw("rules/currency/displayDigits", 3), Flaw("rules/currency/displayDigits", -1),
    Flaw("rules/currency/cashIncrement", 0), Flaw("rules/currency/cashIncrement", -100),
    Flaw("rules/currency/code", ""), Flaw("rules/currency/code", "rub"),
    Flaw("rules/currency/code", "₽₽₽"), Flaw("rules/currency/code", "RUB\u{0}"),
    Flaw("rules/phone/callingCode", 0), Flaw("rules/phone/callingCode", 1000),
    Flaw("rules/phone/mobileLengths", [0]), Flaw("rules/phone/mobileLengths", [16]),
    Flaw("rules/phone/support", "+7\n112"), Flaw("rules/addressTemplate", ""),
    Flaw("fulfilments/0/fee", -1), Flaw("fulfilments/0/minimumOrder", -1),
    Flaw("fulfilments/0/freeFrom", -1),
    Flaw("fulfilments/0/opens", -1), Flaw("fulfilments/1/closes", 1441),
    Flaw("fulfilments", []), Flaw("payments", []), Flaw("languages", []),
    Flaw("rules/phone/mobileLengths", []), Flaw("rules/firstWeekday", "someday"),
    Flaw("rules/isTaxIncluded", 1),
    Flaw("name", ""), Flaw("name", "Алма\u{9B}31m"), Flaw("name", "Алма\u{7F}"),
    Flaw("name", "\u{80}"), Flaw("name", "Алма\u{1B}[2Jты"),
    Flaw("name", .string(String(repeating: "А", count: 5_120))),
    Flaw("country/name", "Ка\nзахстан"),
    Flaw("country/code", "KAZ"), Flaw("country/code", "kz"), Flaw("country/code", "K\n"),
    Flaw("country/code", ""), Flaw("language", "", at: "country"),
    Flaw("language", "ru\r\nCookie: a", at: "country"),
    Flaw("coordinates/latitude", 91), Flaw("coordinates/longitude", -181), Flaw("id", "1526384"),
    Flaw("id", 792_680, at: "city 792680 came for city 1526384"),
  ]

  private static let limits = [
    Flaw("rules/phone/callingCode", 1), Flaw("rules/phone/callingCode", 999),
    Flaw("rules/phone/mobileLengths", [1, 15]), Flaw("fulfilments/0/opens", 0),
    Flaw("fulfilments/0/closes", 1440), Flaw("rules/currency/code", "ZZZ"),
    Flaw("name", "\u{20}\u{7E}\u{A0}¿Â¡À\u{DF}"), Flaw("mascot", ["name": "Apple"]),
  ]

  private let device = CityDevice(.memory)

  @Test(arguments: keys)
  func `A field that is missing or null is refused by its name`(_ path: String) async throws {
    let field = try #require(path.split(separator: "/").last)
    let missing = try await refusal(of: path, nil)

    #expect(missing.contains(field) && missing.contains("missing"))
    #expect(try await refusal(of: path, .null).contains(field))
  }

  @Test(arguments: flaws)
  func `A value without meaning is refused by its field's name`(_ flaw: Flaw) async throws {
    #expect(try await refusal(of: flaw.path, flaw.value).prefix { $0 != ":" }.contains(flaw.field))
  }

  @Test(arguments: [1.5, 1e300])
  func `An amount that is no whole number of minor units is refused`(_ fee: Double) async throws {
    _ = try await refusal(of: "fulfilments/0/fee", .double(fee))
  }

  @Test(arguments: limits)
  func `A value at the limit of its range is accepted`(_ limit: Flaw) async throws {
    let details = SampleCity.almaty.details(in: "ru").with(limit.path, limit.value)
    device.server.serve(details, for: .almaty)

    #expect(try await device.launch(in: "ru").choose(.almaty).id == .almaty)
  }

  @Test func `Kinds that this release does not know are kept as they came`() async throws {
    let details = SampleCity.almaty.details(in: "ru")
      .with("fulfilments/1/kind", "drone").with("payments/1", "shells")
      .with("rules/habits", ["doorCode", "siesta"]).with("fulfilments/0/freeFrom", nil)
    device.server.serve(details, for: .almaty)
    try await device.launch(in: "ru").choose(.almaty)
    let catalog = await device.start(in: "ru")

    let city = try #require(catalog.state.currentCity)
    #expect(city.fulfillments.map(\.method) == [.delivery, .init(rawValue: "drone")])
    #expect(city.fulfillments.map(\.freeFrom) == [nil, nil])
    #expect(city.payments == [.card, .init(rawValue: "shells")])
    #expect(city.rules.habits == [.doorCode, .init(rawValue: "siesta")])
  }

  /// Serves Almaty with one field changed; returns the reason for its rejection.
  private func refusal(of path: String, _ value: JSONValue?) async throws -> String {
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    device.server.serve(SampleCity.almaty.details(in: "ru").with(path, value), for: .almaty)

    let error = await catalog.outcome(of: .almaty).error

    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.failure?.city == .almaty)
    #expect(await device.start(in: "ru").state.stage == .ready(moscow))
    return try #require(error?.unusableBody).reason
  }
}
