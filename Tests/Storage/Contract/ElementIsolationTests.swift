import Foundation
import Storage
import StorageTestSupport
import Testing

/// One element that cannot be read or written never affects the others.
@Suite(.temporaryDirectory) struct ElementIsolationTests {
  /// The payment as the newer release stores it, without a new schema version.
  enum NewPayment: String, Codable, Sendable { case cash, card, crypto }
  enum OldPayment: String, Codable, Sendable { case cash, card }

  struct NewOrder: Codable, Sendable, Identifiable, Equatable {
    var id: Int
    var payment = NewPayment.cash
    var note = ""
  }

  struct OldOrder: Codable, Sendable, Identifiable, Equatable {
    var id: Int
    var payment = OldPayment.cash
    var note = ""
  }

  /// The place of the element that the older release cannot read.
  enum Place: CaseIterable, Sendable { case first, middle, last, appended }

  private let launches = Launches()

  private func orders<Order: Codable & Sendable & Identifiable>(
    _ type: Order.Type, _ location: StorageLocation, _ dataClass: StorageClass = .critical
  ) -> CollectionRepository<Order> where Order.ID: Codable & Sendable {
    CollectionRepository(
      location, class: dataClass, schema: StoredSchema(type),
      in: launches.next(in: TemporaryDirectory.url))
  }

  private static let locations: [StorageLocation] = [
    .file("orders"), .memoryBackedByFile("orders"),
  ]

  @Test(arguments: Place.allCases, locations)
  func `An element that only a newer release can read is carried along for it`(
    place: Place, location: StorageLocation
  ) async throws {
    let unreadable = [Place.first: 1, .middle: 10, .last: 20, .appended: 20][place] ?? 0
    for dataClass in [StorageClass.critical, .userState, .cache] {
      let newer = orders(NewOrder.self, location, dataClass)
      try await newer.update { orders in
        orders = IdentifiedArray()
        for id in 1...(place == .appended ? 19 : 20) {
          orders.save(NewOrder(id: id, payment: id == unreadable ? .crypto : .cash))
        }
      }
      if place == .appended { try await newer.save(NewOrder(id: 20, payment: .crypto)) }

      let older = orders(OldOrder.self, location, dataClass)
      let readable = Array(1...20).filter { $0 != unreadable }
      #expect(try await older.elements().map(\.id) == readable)
      #expect(try await older.unreadable() == [unreadable])
      await #expect(throws: StorageError.self) { try await older.element(unreadable) }
      // Enough writes for several compactions of the file.
      for step in 0..<40 {
        try await older.save(
          OldOrder(id: 21, note: String(repeating: "\(step % 10)", count: 10_000)))
      }
      #expect(try await older.elements().map(\.id) == readable + [21])

      let all = try await orders(NewOrder.self, location, dataClass).elements()
      #expect(all.map(\.id) == Array(1...21))
      #expect(all[id: unreadable]?.payment == .crypto)
    }
  }

  @Test(arguments: locations)
  func `An element that cannot be read can be replaced or removed by its id`(
    location: StorageLocation
  ) async throws {
    try await orders(NewOrder.self, location).update { orders in
      for id in 1...3 { orders.save(NewOrder(id: id, payment: id == 2 ? .cash : .crypto)) }
    }
    let older = orders(OldOrder.self, location)
    try await older.remove(3)
    try await older.save(OldOrder(id: 1, note: "replaced"))
    #expect(try await older.unreadable() == [])
    #expect(
      try await older.elements().map(\.id) == (location == Self.locations[0] ? [1, 2] : [2, 1]))
    #expect(try await orders(NewOrder.self, location).elements().map(\.id) == [1, 2])
  }

  /// An order that may not be encoded.
  struct Draft: Codable, Sendable, Identifiable, Equatable {
    var id: Int
    var isEncodable = true

    func encode(to encoder: any Encoder) throws {
      guard isEncodable else {
        throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "a draft"))
      }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(isEncodable, forKey: .isEncodable)
    }
  }

  @Test(arguments: locations)
  func `An update with an element that cannot be encoded is refused alone`(
    location: StorageLocation
  ) async throws {
    let drafts = orders(Draft.self, location)
    for id in 1...2 { try await drafts.save(Draft(id: id)) }

    for _ in 0..<2 {
      let error = await #expect(throws: StorageError.self) {
        try await drafts.update { drafts in
          drafts.remove(1)
          drafts.save(Draft(id: 99, isEncodable: false))
        }
      }
      guard case .notEncodable(file: "orders.v1.store", _)? = error else {
        throw try #require(error)
      }
      #expect(try await drafts.elements().map(\.id) == [1, 2])
    }
    for id in 3...4 { try await drafts.save(Draft(id: id)) }

    #expect(drafts.writeStatus == .written)
    #expect(try await orders(Draft.self, location).elements().map(\.id) == [1, 2, 3, 4])
  }

  /// An item whose id is encoded but not decoded.
  struct UnstableItem: Codable, Sendable, Identifiable {
    var id = UUID()
    var name: String

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
  }

  @Test(arguments: locations)
  func `An element whose id would be another one after a restart is refused`(
    location: StorageLocation
  ) async throws {
    let items = orders(UnstableItem.self, location)
    let error = await #expect(throws: StorageError.self) {
      try await items.save(UnstableItem(name: "A"))
    }
    guard case .notEncodable(_, let reason)? = error else { throw try #require(error) }
    #expect(reason.contains("the id of the decoded element differs"))
    #expect(try await items.elements().isEmpty)
  }

  /// A house, whose street can be spelled in several ways.
  private struct Door: Hashable, Codable, Sendable {
    var street: String
    var number: Int
  }

  /// An e-mail address, which is the same in small and capital letters.
  private struct Email: Hashable, Codable, Sendable {
    var text: String

    static func == (first: Email, second: Email) -> Bool {
      first.text.lowercased() == second.text.lowercased()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
  }

  private struct Note<ID: Hashable & Codable & Sendable>: Codable, Sendable, Identifiable {
    var id: ID
    var number: Int
  }

  @Test(arguments: locations)
  func `Ids that are equal are one element, whatever their bytes are`(location: StorageLocation)
    async throws
  {
    try await expectOne(
      Door(street: "Caf\u{e9}", number: 1), .init(street: "Cafe\u{301}", number: 1))
    try await expectOne(0.0, -0.0)
    try await expectOne(Email(text: "ADA@b.c"), Email(text: "ada@b.c"))
    try await expectOne(["é"], ["e\u{301}"])
    try await expectOne("K", "\u{212A}")
    try await expectOne("Caf\u{e9}", "Cafe\u{301}")

    func expectOne<ID: Hashable & Codable & Sendable>(_ first: ID, _ second: ID) async throws {
      func notes() -> CollectionRepository<Note<ID>> { orders(Note<ID>.self, location) }
      try await notes().save(Note(id: first, number: 1))
      let launch = notes()
      #expect(try await launch.element(second)?.number == 1)
      try await launch.save(Note(id: second, number: 2))
      #expect(try await launch.element(first)?.number == 2)
      #expect(try await notes().elements().map(\.number) == [2])
      try await notes().remove(second)
      #expect(try await notes().elements().isEmpty)
    }
  }

  @Test(arguments: locations)
  func `An id of another type in the next release is the same element`(location: StorageLocation)
    async throws
  {
    let id = UUID()
    try await expectOne(id.uuidString, id)
    try await expectOne(id, id.uuidString)
    try await expectOne(7.0, 7)
    try await expectOne(7, 7.0)

    func expectOne<Old: Hashable & Codable & Sendable, New: Hashable & Codable & Sendable>(
      _ old: Old, _ new: New
    ) async throws {
      let step = StoredSchema(Note<Old>.self).step(
        "another type", up: { Note(id: new, number: $0.number) },
        down: { Note(id: old, number: $0.number) })
      for schema in [StoredSchema(Note<New>.self), step] {
        func notes() -> CollectionRepository<Note<New>> {
          CollectionRepository(
            location, class: .critical, schema: schema,
            in: launches.next(in: TemporaryDirectory.url))
        }
        try await orders(Note<Old>.self, location).save(Note(id: old, number: 1))
        let launch = notes()
        #expect(try await launch.element(new)?.number == 1)
        try await launch.change(new) { $0?.number += 1 }
        #expect(try await notes().elements().map(\.number) == [2])
        #expect(try await orders(Note<Old>.self, location).element(old)?.number == 2)
        try await notes().remove(new)
        #expect(try await notes().elements().isEmpty)
      }
    }
  }

  @Test(arguments: locations)
  func `Two spellings of an id are one element after an update of the app`(
    location: StorageLocation
  ) async throws {
    try await orders(Note<String>.self, location).save(Note(id: "Caf\u{e9}", number: 1))
    let schema = StoredSchema(Note<String>.self).step(
      "numbers are doubled", up: { Note(id: $0.id, number: 2 * $0.number) }, down: { $0 })
    func updated() -> CollectionRepository<Note<String>> {
      CollectionRepository(
        location, class: .critical, schema: schema, in: launches.next(in: TemporaryDirectory.url))
    }
    let launch = updated()
    #expect(try await launch.element("Cafe\u{301}")?.number == 2)
    try await launch.save(Note(id: "Cafe\u{301}", number: 7))
    #expect(try await updated().elements().map(\.number) == [7])
    // An earlier release that is installed again removes the element, and saves it in another spelling.
    let earlier = orders(Note<String>.self, location)
    try await earlier.remove("Caf\u{e9}")
    try await earlier.save(Note(id: "Cafe\u{301}", number: 4))
    #expect(try await updated().elements().map(\.number) == [8])
    try await updated().remove("Cafe\u{301}")
    #expect(try await updated().elements().isEmpty)
  }

  private struct Step: Codable, Sendable, Identifiable {
    var id: Int
    var depth = 0

    init(id: Int) { self.id = id }

    init(from decoder: any Decoder) throws {
      id = try decoder.singleValueContainer().decode(Int.self)
      depth = decoder.codingPath.count
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(id)
    }
  }

  @Test(arguments: locations)
  func `The coding path of an element is empty, however the element is read`(
    location: StorageLocation
  ) async throws {
    try await orders(Step.self, location).update { steps in
      for id in 1...200 { steps.save(Step(id: id)) }
    }
    #expect(try await orders(Step.self, location).elements().allSatisfy { $0.depth == 0 })
    #expect(try await orders(Step.self, location).element(2)?.depth == 0)
  }

  @Test func `A value whose bytes cannot be read again is refused, and the old one stays`()
    async throws
  {
    struct Link: Codable, Sendable, Equatable {
      var name: String
      var address: URL?
    }
    for location in Self.locations {
      let link = SingleRepository(
        location, class: .critical, schema: StoredSchema(Link.self),
        in: launches.next(in: TemporaryDirectory.url))
      try await link.save(Link(name: "Ada"))
      let error = await #expect(throws: StorageError.self) {
        try await link.save(Link(name: "Bo", address: URLComponents().url))
      }
      guard case .notEncodable? = error else { throw try #require(error) }
      #expect(try await link.value() == Link(name: "Ada"))
    }
  }
}
