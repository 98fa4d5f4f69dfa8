import Addresses
import AddressesTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct ChoosingTests {
  private let device = AddressDevice()
  private let there = Address.sample(
    "", [.street: "Nemanjina", .house: "1"], city: RequestContext.belgrade.city, template: "RS")

  @Test
  func `The address that was used last is the first, even if the clock was set back`()
    async throws
  {
    try await device.session { book in
      let home = try await book.add(.home)
      let work = try await book.add(.work)
      let parents = try await book.add(.parents)
      await book.settled()
      for (step, id) in [home, work, parents, home].enumerated() {
        device.time.turn(by: step == 2 ? -86_400 : 1)
        try await book.use(id)
        #expect(book.state.addresses.first?.id == id)
      }
      let state = await book.settled()
      #expect(state.addresses.map(\.id) == [home, parents, work])
      let stored = device.server.model.list.addresses.sorted { $0.used > $1.used }
      #expect(stored.map(\.id) == state.addresses.map(\.serverID))
      // A time that the clock does not give is a millisecond after the last one.
      #expect(stored.map(\.used) == [2_002, 2_001, 2_000].map { 1_800_000_000_000 + $0 })
    }
  }

  @Test func `There is one default in a city, and the last choice counts`() async throws {
    try await device.session { book in
      let home = try await book.add(.home)
      let work = try await book.add(.work)
      await book.settled()
      device.gate.close(for: .offline)
      try await book.use(home)
      for id in [home, work, home, work] {
        try await book.makeDefault(id)
        #expect(book.state.addresses.filter(\.isDefault).map(\.id) == [id])
        #expect(book.state.preselected?.id == id)
      }
      device.server.spoil(.status(503))
      device.gate.open(for: .offline)
      let state = await book.settled()
      #expect(state.addresses.filter(\.isDefault).map(\.id) == [work])
      try await book.remove(work)
      await book.settled()
      #expect(book.state.addresses.map(\.isDefault) == [false])
    }
  }

  @Test
  func `An order to an unsent address is shown, and a change of content is no order`()
    async throws
  {
    device.gate.close(for: .offline)
    try await device.session { book in
      let home = try await book.add(.home)
      let work = try await book.add(.work)
      #expect(book.state.addresses.map(\.lastUsed) == [nil, nil])
      try await book.use(work)
      #expect(book.state.addresses.map(\.id) == [work, home])
      #expect(book.state[work]?.lastUsed == device.time.now)
      #expect(book.state.preselected?.id == work)

      device.gate.open(for: .offline)
      await book.settled()
      device.gate.close(for: .offline)
      try await book.change(home, to: .home.with(.floor, "3"))
      #expect(book.state[home]?.lastUsed == nil)
      #expect(book.state[work]?.lastUsed == device.time.now)
    }
  }

  @Test func `Addresses of another city are kept and shown apart`() async throws {
    try await device.session { book, city in
      try await book.add(.home)
      await book.settled()
      city.settle(in: .belgrade)
      await book.when { $0.city == RequestContext.belgrade.city }
      #expect(book.state.addresses.isEmpty)
      #expect(book.state.elsewhere.map(\.address) == [.home])
      try await book.add(there)
      #expect(book.state.addresses.map(\.address) == [there])
      await book.settled()
      #expect(device.streets == ["Абай даңғылы", "Nemanjina"])
    }
  }

  @Test func `An address of another book may be in any city, and is saved once`() async throws {
    try await device.session { book in
      let (theirs, work) = (SavedAddress.ID(rawValue: "g-1"), SavedAddress.ID(rawValue: "g-2"))
      try await book.adopt(there, from: theirs)
      try await book.adopt(.home, from: work)
      #expect(book.state.elsewhere.map(\.address) == [there])
      #expect(book.state.addresses.map(\.address) == [.home])
      let saved = try #require(book.state.elsewhere.first).id
      #expect(try await book.adopt(there, from: theirs) == saved)
      await #expect(throws: AddressError.self) {
        let empty = Address.sample("", [:], city: RequestContext.belgrade.city, template: "RS")
        try await book.adopt(empty, from: theirs)
      }
      await book.settled()
      #expect(Set(device.streets) == ["Абай даңғылы", "Nemanjina"])
      try await book.remove(saved)
      await book.settled()
      // The move of a guest is repeated after a kill.
      try await book.adopt(there, from: theirs)
      await book.settled()
      #expect(device.streets == ["Абай даңғылы"] && book.state.elsewhere.isEmpty)
    }
  }

  @Test func `An address is added and stays in the settled city`() async throws {
    try await device.session { book in
      await #expect(throws: AddressError.anotherCity(there.city)) { try await book.add(there) }
      let id = try await book.add(.home)
      await #expect(throws: AddressError.anotherCity(there.city)) {
        try await book.change(id, to: there)
      }
      #expect(book.state[id]?.address == .home)
    }
  }

  @Test
  func `An address in a city that closed is refused with the reason, and not lost`() async throws {
    try await device.session { book in
      let home = try await book.add(.home)
      await book.settled()
      device.gate.close(for: .offline)
      let work = try await book.add(.work)
      device.server.change { $0.closedCities = [RequestContext.almaty.city.rawValue] }
      device.gate.open(for: .offline)
      let wait = try #require(await book.undecided())
      #expect(wait.status == .failed(.rejected(.cityClosed)) && wait.wanted == .work)
      #expect(book.state[work]?.status == .failed(.rejected(.cityClosed)))
      #expect(book.state[home]?.obstacle == .cityClosed)
    }
    try await device.session(in: .belgrade) { book in
      let state = await book.when { $0.elsewhere.count == 2 && $0.sync.fetch == .idle }
      #expect(Set(state.elsewhere.map(\.address)) == [.home, .work])
      let wait = try #require(await book.undecided())
      try await book.discard(wait.id)
      await book.settled()
      #expect(book.state.elsewhere.map(\.address) == [.home])
    }
  }

  @Test func `The server's objections to an address differ from those of its form`() async throws {
    device.server.change { $0.farStreets = [Address.home[.street]] }
    try await device.session { book in
      let id = try await book.add(.home)
      let state = await book.settled()
      #expect(state[id]?.obstacle == .outsideZone)
      #expect(state[id]?.check.isAcceptable == true)
      #expect(state[id]?.status == .confirmed)
    }
  }

  @Test
  func `An address that its form refuses is refused with all reasons, and nothing changes`()
    async throws
  {
    let bad = Address.sample(
      String(repeating: "a", count: 41),
      [
        .house: "12🏠", .floor: "the first floor on the left of the back stairs",
        .comment: "a\u{7}b", .apartment: "",
      ])
    let errors = try #require(AddressTemplates.samples[bad.template]).check(bad).errors
    #expect(errors.count == 6)
    try await device.session { book in
      await #expect(throws: AddressError.invalid(errors)) { try await book.add(bad) }
      let id = try await book.add(.home)
      await #expect(throws: AddressError.self) { try await book.change(id, to: bad) }
      #expect(book.state.addresses.map(\.address) == [.home])
      await book.settled()
      #expect(device.changes == 1)
    }
  }

  @Test func `The same place written otherwise is refused and named`() async throws {
    try await device.session { book in
      let id = try await book.add(.home)
      let twin = Address.sample(
        "again", [.street: "  абай   ДАҢҒЫЛЫ ", .house: "25/1", .apartment: "7", .comment: "x"])
      await #expect(throws: AddressError.duplicate(of: id)) { try await book.add(twin) }
      let work = try await book.add(.work)
      await #expect(throws: AddressError.duplicate(of: id)) {
        try await book.change(work, to: twin)
      }
      try await book.change(id, to: twin)
      try await book.add(.home.with(.apartment, "8"))
      await book.settled()
      #expect(device.server.model.list.addresses.count == 3)
    }
  }

  @Test func `The words of an address follow the language of the city`() async throws {
    func context(_ language: String) -> RequestContext {
      .demo("KZ", RequestContext.almaty.city, language: language)
    }
    try await device.session(in: context("en-GB")) { book, city in
      let id = try await book.add(.home)
      #expect(book.state[id]?.lines == ["Абай даңғылы, 25/1, flat 7", "door code 7К123"])
      for (language, line) in [
        ("ru", "домофон 7К123"), ("de", "Türcode 7К123"), ("kk", "домофон 7К123"),
      ] {
        city.settle(in: context(language))
        await book.when { $0[id]?.lines.last == line }
      }
    }
  }

  @Test func `A new form keeps all values and says what is missing now`() async throws {
    var id = SavedAddress.ID(rawValue: "")
    try await device.session { book in
      id = try await book.add(.home)
      await book.settled()
    }
    try await device.session(with: .changed) { book in
      let state = await book.when { !$0.addresses.isEmpty }
      let shown = try #require(state[id])
      #expect(shown.address == .home)
      #expect(shown.check.errors.map(\.field) == [.entrance])
      #expect(shown.check.errors.map(\.issue) == [.missing])
      #expect(shown.check.warnings.map(\.issue) == [.notAsked])
      #expect(shown.lines == ["Абай даңғылы, 25/1, кв. 7", "7К123"])
      // The address can still be used; only saving it again requires the missing field.
      try await book.use(id)
      await #expect(throws: AddressError.invalid(shown.check.errors)) {
        try await book.change(id, to: .home.labeled("flat"))
      }
      try await book.change(id, to: .home.with(.entrance, "2"))
      await book.settled()
      #expect(device.server.model.list.addresses.map { $0.address["doorCode"] } == ["7К123"])
    }
  }

  @Test
  func `A template that is not known is named, and its addresses are still shown`() async throws {
    let odd = Address.sample("", [.street: "Main"], template: "XX")
    device.server.change { $0.addElsewhere(odd.view) }
    try await device.session(in: .belgrade, with: .changed) { book in
      #expect(book.state.template == nil)
    }
    try await device.session { book in
      await #expect(throws: AddressError.unknownTemplate(odd.template)) {
        try await book.add(odd)
      }
      let state = await book.when { !$0.addresses.isEmpty }
      #expect(state.addresses[0].address == odd)
      #expect(state.addresses[0].lines == ["Main"])
    }
  }

  @Test func `A field of a later release is kept and shown`() async throws {
    let balcony = AddressFieldType(rawValue: "balcony")
    device.server.change { $0.addElsewhere(Address.home.with(balcony, "left").view) }
    try await device.session { book in
      let state = await book.when { !$0.addresses.isEmpty }
      let shown = state.addresses[0]
      #expect(shown.lines.last == "left")
      try await book.change(shown.id, to: shown.address.with(.floor, "3"))
      await book.settled()
    }
    #expect(device.server.model.list.addresses.map { $0.address["balcony"] } == ["left"])
  }

  @Test func `An unknown address cannot be changed, removed or used`() async throws {
    let id = SavedAddress.ID(rawValue: "nothing")
    try await device.session { book in
      await book.settled()
      let unknown = AddressError.unknownAddress(id)
      await #expect(throws: unknown) { try await book.change(id, to: .home) }
      await #expect(throws: unknown) { try await book.remove(id) }
      await #expect(throws: unknown) { try await book.use(id) }
      await #expect(throws: unknown) { try await book.makeDefault(id) }
      #expect(device.changes == 0)
    }
  }
}
