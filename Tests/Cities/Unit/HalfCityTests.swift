import Cities
import CitiesTestSupport
import Foundation
import Networking
import Pricing
import Sync
import Testing

@Suite("A city that an app could not work in")
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
  ]

  private static let limits = [
    Flaw("rules/phone/callingCode", 1), Flaw("rules/phone/callingCode", 999),
    Flaw("rules/phone/mobileLengths", [1, 15]), Flaw("fulfilments/0/opens", 0),
    Flaw("fulfilments/0/closes", 1440),
  ]

  private let device = CityDevice()

  @Test(arguments: keys)
  func `A missing field is refused by its name, and the city before stays`(_ path: String)
    async throws
  {
    let text = try await refusal(of: path, nil)

    let field = try #require(path.split(separator: "/").last)
    #expect(text.contains(field))
    #expect(text.contains("missing"))
  }

  @Test(arguments: keys)
  func `A field that is null is refused by its name`(_ path: String) async throws {
    let text = try await refusal(of: path, .null)

    #expect(text.contains(try #require(path.split(separator: "/").last)))
  }

  @Test(arguments: flaws)
  func `A value without meaning is refused by its field's name`(_ flaw: Flaw) async throws {
    let text = try await refusal(of: flaw.path, flaw.value)

    #expect(text.prefix { $0 != ":" }.contains(flaw.field))
  }

  @Test(arguments: limits)
  func `a value at the limit of its range is accepted`(_ limit: Flaw) async throws {
    let details = SampleCity.almaty.details(in: "ru").with(limit.path, limit.value)
    device.server.serve(details, for: .almaty)

    #expect(try await device.launch(in: "ru").choose(.almaty).id == .almaty)
  }

  @Test(arguments: [1.5, 1e300])
  func `Amounts that are no whole number of minor units are refused`(_ fee: Double) async throws {
    _ = try await refusal(of: "fulfilments/0/fee", .double(fee))
  }

  @Test func `A currency that the platform does not know will do, as its numbers come with it`()
    async throws
  {
    let details = SampleCity.almaty.details(in: "ru").with("rules/currency/code", "ZZZ")
    device.server.serve(details, for: .almaty)

    #expect(try await device.launch(in: "ru").choose(.almaty).rules.currency.code.rawValue == "ZZZ")
  }

  @Test func `The characters next to the control characters are letters and spaces like any other`()
    async throws
  {
    let name = "\u{20}\u{7E}\u{A0}¿Â¡À\u{DF}"
    device.server.serve(
      SampleCity.almaty.details(in: "ru").with("name", .string(name)), for: .almaty)

    #expect(try await device.launch(in: "ru").choose(.almaty).name == name)
  }

  @Test func `Kinds that this release does not know are kept as they came`() async throws {
    let details = SampleCity.almaty.details(in: "ru")
      .with("fulfilments/1/kind", "drone").with("payments/1", "shells")
      .with("rules/habits", ["doorCode", "siesta"])
    device.server.serve(details, for: .almaty)
    try await device.launch(in: "ru").choose(.almaty)
    let catalog = await device.start(in: "ru")

    let city = try #require(catalog.state.currentCity)
    #expect(city.fulfillments.map(\.method) == [.delivery, .init(rawValue: "drone")])
    #expect(city.payments == [.card, .init(rawValue: "shells")])
    #expect(city.rules.habits == [.doorCode, .init(rawValue: "siesta")])
  }

  @Test
  func `A fee that never falls away and fields of a later release are accepted`() async throws {
    let details = SampleCity.almaty.details(in: "ru")
      .with("fulfilments/0/freeFrom", nil).with("mascot", ["name": "Apple"])
    device.server.serve(details, for: .almaty)

    let city = try await device.launch(in: "ru").choose(.almaty)

    #expect(city.fulfillments.map(\.freeFrom) == [nil, nil])
  }

  /// Serves Almaty with one field changed; returns the reason for its rejection.
  private func refusal(of path: String, _ value: JSONValue?) async throws -> String {
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    let kept = try device.bytes(of: "current-city.v2.store")
    device.server.serve(SampleCity.almaty.details(in: "ru").with(path, value), for: .almaty)

    let error = await catalog.outcome(of: .almaty).error

    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.failure?.city == .almaty)
    #expect(try device.bytes(of: "current-city.v2.store") == kept)
    return try #require(error?.unusableBody).reason
  }
}
