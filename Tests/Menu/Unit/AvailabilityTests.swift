import Commerce
import Foundation
import MenuTestSupport
import SyncTestSupport
import Testing

@testable import Menu

struct AvailabilityTests {
  let menu: MenuSnapshot

  init() throws {
    menu = try MenuSnapshot.sample()
  }

  private static func lacking(until seconds: Double?) -> Unavailability {
    Unavailability(cause: .nothingToChoose, returns: seconds.map { Date.noon + $0 })
  }
  private static let stopped = Unavailability(cause: .stopped(nil), returns: nil)

  @Test(
    arguments: [
      // A product is there as long as one of its variants is, and returns with the first of them.
      (.product("margherita"), [.now("variant", "m-s")], nil),
      (.variant("m-s"), [.now("variant", "m-s")], stopped),
      (
        .product("margherita"), [.now("variant", "m-s"), .now("variant", "m-l")],
        lacking(until: nil)
      ),
      (
        .product("margherita"), [.now("variant", "m-s"), .now("variant", "m-l", 60)],
        lacking(until: 60)
      ),
      // A product with one variant has the reason of that variant.
      (.product("cola"), [.now("variant", "c")], stopped),
      // A combo is sold only while every slot that has to be filled has an option.
      (.combo("lunch"), [.now("product", "cola")], nil),
      (.combo("lunch"), [.now("product", "margherita")], nil),
      (
        .combo("lunch"), [.now("product", "margherita", 500), .now("variant", "p-s", 300)],
        lacking(until: 300)
      ),
      // A product goes when what has to be added to it is stopped.
      (
        .product("margherita"), [.now("modifier", "garlic", 60), .now("modifier", "bbq")],
        lacking(until: 60)
      ),
      (.product("pepperoni"), [.now("modifier", "garlic"), .now("modifier", "bbq")], nil),
    ] as [(MenuItem, [StopRow], Unavailability?)])
  func `An item is there as long as all that it needs is, and returns with it`(
    _ item: MenuItem, _ stops: [StopRow], _ expected: Unavailability?
  ) throws {
    #expect(try menu.at(stops: stops).unavailability(of: item) == expected)
  }

  @Test func `A stop ends at its time, and then the hours count`() throws {
    let friday = try Date.utc("2026-11-27T03:00:00Z")
    let seconds = try Date.utc("2026-11-27T06:30:00Z").timeIntervalSince(.noon)
    let order = try menu.at(friday, stops: [.now("product", "porridge", Int64(seconds))])
    let monday = try Date.utc("2026-11-30T02:00:00Z")
    // The stop ends at 11:30 local time, after breakfast; the next opening is Monday at 7:00.
    #expect(
      order.unavailability(of: .product("porridge"))
        == Unavailability(cause: .stopped(nil), returns: monday))
    #expect(try menu.at(monday).unavailability(of: .product("porridge")) == nil)
    #expect(try menu.at(monday - 1).unavailability(of: .product("porridge"))?.cause == .closed)
  }

  @Test(arguments: 1...6)
  func `An unavailable item returns at the first moment at which it is available`(_ seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    let targets = [
      ("product", "porridge"), ("product", "margherita"), ("variant", "p-s"), ("variant", "m-s"),
      ("modifier", "garlic"), ("modifier", "bbq"), ("combo", "lunch"), ("product", "pepperoni"),
    ]
    let stops = targets.filter { _ in Bool.random(using: &random) }.map { kind, id in
      StopRow.now(kind, id, 300 * Int64.random(in: 0...1_000, using: &random))
    }
    let order = try menu.at(stops: stops)
    for item: MenuItem in [.product("porridge"), .product("margherita"), .combo("lunch")] {
      // Descending, so that the next available moment is known at each step.
      var next: Date?
      for step in (0...1_300).reversed() {
        let time = Date.noon + Double(step) * 300
        let absence = order.at(time).unavailability(of: item)
        if absence == nil { next = time }
        if let next, let absence { #expect(absence.returns == next, "\(item) at \(time)") }
      }
    }
  }

  @Test(arguments: [(64, true), (65, false)])
  func `The return of an item is known after at most 64 reasons in a row`(count: Int, isKnown: Bool)
    throws
  {
    let ids = (1...count).map { "x\($0)" }
    let modifiers = ids.map { #"{"id":"\#($0)","name":"","price":0},"# }.joined()
    let groups = ids.map {
      #"{"id":"\#($0)","name":"","modifiers":["\#($0)"],"quantity":{"min":1}},"#
    }.joined()
    let late = #"{"id":"late","name":"","variants":[{"id":"v","price":0}],"groups":\#(ids)},"#
    let menu = try MenuSnapshot.sample(
      (#"{"id":"cheese""#, modifiers + #"{"id":"cheese""#),
      (#"{"id":"toppings""#, groups + #"{"id":"toppings""#),
      (#"{"id":"margherita""#, late + #"{"id":"margherita""#))
    // Each group can be filled a second after the one before.
    let stops = ids.enumerated().map { StopRow.now("modifier", $1, Int64($0) + 1) }
    let absence = try menu.at(stops: stops).unavailability(of: .product("late"))

    #expect(absence?.cause == .nothingToChoose)
    #expect(absence?.returns == (isKnown ? Date.noon + Double(count) : nil))
  }

  @Test(arguments: [2e11, 1e300, .infinity, .nan])
  func `An item that is closed at a time outside the calendar has no time of return`(
    seconds: Double
  ) throws {
    // Open from midnight to 0:01, so closed in the first and the last minute of the calendar.
    let order = try MenuSnapshot.sample(
      #""days":[1,2,3,4,5],"opens":420,"closes":660"#,
      #""days":[1,2,3,4,5,6,7],"opens":0,"closes":1"#
    ).at(Date(timeIntervalSince1970: seconds))
    let absence = order.unavailability(of: .product("porridge"))
    #expect(absence == Unavailability(cause: .closed, returns: nil))
  }

  @Test func `An item that the menu lacks never returns`() throws {
    let order = try menu.at()
    for item: MenuItem in [
      .product("x"), .variant("x"), .combo("x"), .modifier("x"), .ingredient("x"),
    ] {
      #expect(order.unavailability(of: item) == .permanent)
    }
  }

  @Test func `A menu cannot be ordered in an unknown time zone, nor in one with a zero byte`() {
    for zone in ["Asia/Nowhere", "", "Asia/Almaty\u{0}"] {
      #expect(OrderableMenu(menu, unavailable: .empty, at: .noon, timeZone: zone) == nil)
    }
  }
}

/// Entries of the stop list that overlap, begin later or limit units.
struct StopTests {
  @Test(
    arguments: [
      // The last of several entries counts, whatever their order.
      ([.now("product", "cola", -60), .now("product", "cola")], 0, nil),
      ([.now("product", "cola"), .now("product", "cola", -60)], 0, nil),
      ([.now("product", "cola", 60), .now("product", "cola", 90)], 0, 90),
      ([.now("product", "cola", 90), .now("product", "cola", 60)], 0, 90),
      // An entry that begins before the other ends is part of the same absence.
      ([.now("product", "cola", 60), .now("product", "cola", 90, from: 50)], 0, 90),
      ([.now("product", "cola", 60), .now("variant", "c", 90, from: 60)], 0, 90),
      ([.now("product", "cola", 90, from: 50)], 60, 90),
      ([.now("product", "cola", left: 0)], 0, nil), ([.now("product", "cola", left: -3)], 0, nil),
      ([.now("category", "rest", 60)], 0, 60),
    ] as [([StopRow], Double, Double?)])
  func `An item is out as long as any of its entries applies`(
    _ stops: [StopRow], after seconds: Double, until end: Double?
  ) throws {
    let order = try MenuSnapshot.sample().at(.noon + seconds, stops: stops)
    for item: MenuItem in [.product("cola"), .variant("c")] {
      let absence = try #require(order.unavailability(of: item))
      #expect(absence.returns == end.map { .noon + $0 })
    }
  }

  @Test(arguments: [
    StopRow.now("product", "cola", 90, from: 50), .now("product", "cola", left: 2),
    .now("product", "cola", -60, from: 60), .now("category", "pizza"), .now("size", "s"),
  ])
  func `An entry that does not apply to an item now leaves it available`(_ stop: StopRow) throws {
    #expect(try MenuSnapshot.sample().at(stops: [stop]).unavailability(of: .product("cola")) == nil)
  }

  @Test func `Entries that cannot be meant are told, and the others apply`() throws {
    let json = SampleMenu.stops(
      2, #"{"kind":"product","id":"cola","from":90,"until":60}"#, #"{"kind":"product"}"#,
      #"{"kind":"variant","id":"m-s","left":-3}"#, #"{"kind":"combo","id":"lunch"}"#)
    let list = try UnavailableItems(json: Data(json.utf8))
    #expect(
      list.problems.map(\.description) == [
        "stops/1: has no id", "stops/product/cola: out of range: its times or its units",
        "stops/variant/m-s: out of range: its times or its units",
      ])
    let order = try #require(
      OrderableMenu(.sample(), unavailable: list, at: .noon, timeZone: "Asia/Almaty"))
    let out: [MenuItem] = [.product("cola"), .variant("m-s"), .combo("lunch")]
    #expect(out.map { order.unavailability(of: $0) != nil } == [false, true, true])
  }

  @Test func `Unknown kinds of stop survive being stored`() throws {
    let stops = try UnavailableItems(
      json: Data(
        SampleMenu.stops(
          3, #"{"kind":"oven","id":"2","reason":"on fire"}"#,
          #"{"kind":"product","id":"cola","reason":"drunk"}"#, #"{"kind":"product"}"#
        ).utf8))
    let stored = try JSONDecoder().decode(UnavailableItems.self, from: JSONEncoder().encode(stops))
    #expect(stored.document.stops.rows == stops.document.stops.rows)
    #expect(stored.document.stops.rows.first?.kind == "oven")
    #expect(
      stored.entries == [
        .product("cola"): [StopRow(kind: "product", id: "cola", until: nil, reason: "drunk")]
      ])
  }

  @Test func `A size and a category can be out`() throws {
    let order = try MenuSnapshot.sample().at(
      stops: [.now("size", "s", 60), .now("category", "rest", 90)])
    #expect(order.unavailability(of: .variant("m-s"))?.returns == .noon + 60)
    #expect(order.unavailability(of: .variant("m-l")) == nil)
    #expect(order.unavailability(of: .size("s")) != nil)
    #expect(order.unavailability(of: .category("rest")) != nil)
    #expect(order.unavailability(of: .category("pizza")) == nil)
    #expect(order.unavailability(of: .combo("lunch"))?.returns == .noon + 90)
    #expect(order.unavailability(of: .product("margherita")) == nil)
  }

  @Test func `The units that are left limit a configuration`() throws {
    let order = try MenuSnapshot.sample().at(
      stops: [
        .now("variant", "c", left: 3), .now("product", "cola", left: 1),
        .now("modifier", "cheese", left: 2),
      ])
    #expect(order.unitsLeft(of: .variant("c")) == 1)
    #expect(order.unitsLeft(of: .modifier("cheese")) == 2)
    #expect(order.unitsLeft(of: .variant("m-s")) == nil)
    var pizza = ProductConfiguration("p-s")
    pizza.modifiers["toppings"] = ["cheese": 3]
    #expect(order.problems(in: pizza).map(\.kind) == [.tooMany(maximum: 2)])
  }
}
