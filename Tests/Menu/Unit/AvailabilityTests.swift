import Foundation
import Pricing
import SyncTestSupport
import Testing

@testable import Menu

@Suite("What can be had, and when it returns")
struct AvailabilityTests {
  let menu: MenuSnapshot

  init() throws {
    menu = try MenuSnapshot.sample()
  }

  private func row(_ kind: String, _ id: String, until: Int64? = nil) -> StopRow {
    StopRow(kind: kind, id: id, until: until, reason: "soldOut")
  }

  @Test func `A product is there as long as one of its variants is`() throws {
    let one = try menu.at(stops: [row("variant", "m-s")])
    #expect(one.unavailability(of: .product("margherita")) == nil)
    #expect(one.unavailability(of: .variant("m-s"))?.cause == .stopped(.soldOut))
    #expect(one.lowestPrice(of: .product("margherita"))?.minorUnits == 900)
    let all = try menu.at(stops: [row("variant", "m-s"), row("variant", "m-l")])
    #expect(all.unavailability(of: .product("margherita"))?.cause == .nothingToChoose)
    #expect(all.lowestPrice(of: .product("margherita")) == nil)
  }

  @Test func `a product with one variant has the reason of that variant`() throws {
    let order = try menu.at(stops: [row("variant", "c")])
    #expect(order.unavailability(of: .product("cola"))?.cause == .stopped(.soldOut))
  }

  @Test func `a product returns with its first variant, even if another never returns`() throws {
    let noon = Int64(Date.noon.timeIntervalSince1970)
    let order = try menu.at(
      stops: [row("variant", "m-s"), row("variant", "m-l", until: noon + 60)])
    #expect(
      order.unavailability(of: .product("margherita"))
        == Unavailability(cause: .nothingToChoose, returns: Date.noon + 60))
  }

  @Test func `A combo is sold only while every slot that has to be filled has an option`() throws {
    let noon = Int64(Date.noon.timeIntervalSince1970)
    let drink = try menu.at(stops: [row("product", "cola")])
    #expect(drink.unavailability(of: .combo("lunch")) == nil)
    let one = try menu.at(stops: [row("product", "margherita")])
    #expect(one.unavailability(of: .combo("lunch")) == nil)
    #expect(one.start(with: Combo.ID(rawValue: "lunch"))?.choices["main"]?.first?.variant == "p-s")
    let both = try menu.at(
      stops: [
        row("product", "margherita", until: noon + 500), row("variant", "p-s", until: noon + 300),
      ])
    #expect(
      both.unavailability(of: .combo("lunch"))
        == Unavailability(cause: .nothingToChoose, returns: Date.noon + 300))
  }

  @Test func `a combo is not sold while a slot has fewer options than kinds that it requires`()
    throws
  {
    let noon = Int64(Date.noon.timeIntervalSince1970)
    let menu = try MenuSnapshot.sample(#""min":1,"max":1"#, #""min":2,"max":2,"minKinds":2"#)
    let order = try menu.at(stops: [row("product", "pepperoni", until: noon + 60)])
    #expect(
      order.unavailability(of: .combo("lunch"))
        == Unavailability(cause: .nothingToChoose, returns: Date.noon + 60))
    #expect(try menu.at().unavailability(of: .combo("lunch")) == nil)
  }

  @Test func `A product goes when what has to be added to it is stopped`() throws {
    let noon = Int64(Date.noon.timeIntervalSince1970)
    let order = try menu.at(
      stops: [row("modifier", "garlic", until: noon + 60), row("modifier", "bbq")])
    #expect(
      order.unavailability(of: .product("margherita"))
        == Unavailability(cause: .nothingToChoose, returns: Date.noon + 60))
    #expect(order.unavailability(of: .product("pepperoni")) == nil)
  }

  @Test
  func `An ingredient that is stopped is left out from the beginning, and has to be`() throws {
    let order = try menu.at(stops: [row("ingredient", "onion")])
    var start = try #require(order.start(with: Variant.ID(rawValue: "p-s")))
    #expect(start.removed == ["onion"])
    start.removed = []
    #expect(order.problems(in: start).map(\.text) == ["onion unavailable"])
  }

  @Test func `A stop ends at its time, and then the hours count`() throws {
    let friday = try Date.utc("2026-11-27T03:00:00Z")
    let until = Int64(try Date.utc("2026-11-27T06:30:00Z").timeIntervalSince1970)
    let order = try menu.at(friday, stops: [row("product", "porridge", until: until)])
    let monday = try Date.utc("2026-11-30T02:00:00Z")
    // The stop ends at 11:30 local time, after breakfast; the next opening is Monday at 7:00.
    #expect(
      order.unavailability(of: .product("porridge"))
        == Unavailability(cause: .stopped(.soldOut), returns: monday))
    #expect(try menu.at(monday).unavailability(of: .product("porridge")) == nil)
    #expect(try menu.at(monday - 1).unavailability(of: .product("porridge"))?.cause == .closed)
  }

  @Test(arguments: 1...12)
  func `An unavailable item returns at the first moment at which it is available`(_ seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    let noon = Int64(Date.noon.timeIntervalSince1970)
    let targets = [
      ("product", "porridge"), ("product", "margherita"), ("variant", "p-s"), ("variant", "m-s"),
      ("modifier", "garlic"), ("modifier", "bbq"), ("combo", "lunch"), ("product", "pepperoni"),
    ]
    let stops = targets.filter { _ in Bool.random(using: &random) }.map { kind, id in
      row(kind, id, until: noon + 300 * Int64.random(in: 0...1_000, using: &random))
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
  func `the return of an item is known after at most 64 reasons in a row`(count: Int, isKnown: Bool)
    throws
  {
    let noon = Int64(Date.noon.timeIntervalSince1970)
    let ids = (1...count).map { "x\($0)" }
    let one = QuantityRow(min: 1, max: nil, minKinds: nil, maxKinds: nil)
    var document = try MenuDocument.sample()
    document.modifiers = Rows(
      document.modifiers.rows
        + ids.map { ModifierRow(id: $0, name: "", price: 0, max: 1, groups: nil) })
    document.groups = Rows(
      document.groups.rows
        + ids.map {
          GroupRow(id: $0, name: "", modifiers: [$0], quantity: one, free: nil, defaults: nil)
        })
    let variant = VariantRow(id: "v", size: nil, price: 0, grams: nil, nutrition: nil, crust: nil)
    document.products = Rows(
      document.products.rows + [
        ProductRow(
          id: "late", name: "", text: nil, image: nil, badges: nil, allergens: nil,
          variants: Rows([variant]), ingredients: nil, groups: ids, halves: nil, hours: nil,
          diets: nil, mayContain: nil)
      ])
    // Each group can be filled a second after the one before.
    let stops = ids.enumerated().map { row("modifier", $1, until: noon + Int64($0) + 1) }
    let absence = try MenuSnapshot(document).at(stops: stops).unavailability(of: .product("late"))

    #expect(absence?.cause == .nothingToChoose)
    #expect(absence?.returns == (isKnown ? Date.noon + Double(count) : nil))
  }

  @Test(arguments: [2e11, 1e300, .infinity, .nan])
  func `an item that is closed at a time outside the calendar has no time of return`(
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

  @Test func `A scheduled order sees the menu as of its time`() throws {
    let tomorrow = Int64(Date.noon.timeIntervalSince1970) + 86_400
    let stops = [row("product", "cola", until: tomorrow)]
    #expect(try menu.at(stops: stops).unavailability(of: .product("cola")) != nil)
    #expect(
      try menu.at(Date.noon + 86_400, stops: stops).unavailability(of: .product("cola")) == nil)
  }

  @Test func `In the place of an option the one that is nearest in price is suggested`() throws {
    let order = try menu.at(stops: [row("variant", "m-s")])
    #expect(order.replacement(for: "m-s", in: "main") == "p-s")
    #expect(order.replacement(for: "c", in: "side") == nil)
    #expect(order.replacement(for: "c", in: "nowhere") == nil)
  }

  @Test func `No time zone that the platform does not know, nor one with a zero byte`() {
    for zone in ["Asia/Nowhere", "", "Asia/Almaty\u{0}"] {
      #expect(OrderableMenu(menu, stops: .empty, at: .noon, timeZone: zone) == nil)
    }
  }
}
