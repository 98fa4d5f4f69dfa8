import Testing

@testable import Storage

/// The guest as release 1 stores it.
struct GuestV1: Codable, Identifiable, Equatable {
  let id: Int
  var nick: String

  static let schema = StoredSchema(GuestV1.self)
}

/// The guest as release 2 stores it: its field renamed, another one added.
struct GuestV2: Codable, Identifiable, Equatable {
  let id: Int
  var handle: String
  var points = 0
}

extension GuestV2 {
  static let schema = Ways.neither.guestV2
  private struct NoWay: Error {}

  /// The schema of a release 2 whose `down` function throws for a guest without a handle.
  static let strict = GuestV1.schema.step(
    "no way back for the anonymous",
    up: { GuestV2(id: $0.id, handle: $0.nick) },
    down: { guest throws in
      guard !guest.handle.isEmpty else { throw NoWay() }
      return GuestV1(id: guest.id, nick: guest.handle)
    },
    merge: { GuestV2(id: $1.id, handle: $1.handle, points: $0.points) })
}

/// The guest as release 3 stores it: its field renamed again, one more added.
struct GuestV3: Codable, Identifiable, Equatable {
  let id: Int
  var name: String
  var points = 0
  var phone = ""

  static let schema = Ways.neither.guestV3
}

/// The functions for a rollback that the schemas of releases 2 and 3 have.
enum Ways: String, CaseIterable, CustomTestStringConvertible {
  case both = "down and merge"
  case onlyDown = "down"
  case onlyMerge = "merge"
  case neither = "no way back"

  var hasDown: Bool { self == .both || self == .onlyDown }
  var hasMerge: Bool { self == .both || self == .onlyMerge }
  var testDescription: String { rawValue }

  var guestV2: StoredSchema<GuestV2> {
    let down: @Sendable (GuestV2) -> GuestV1 = { GuestV1(id: $0.id, nick: $0.handle) }
    let merge: @Sendable (GuestV2, GuestV2) -> GuestV2 = { kept, returned in
      GuestV2(id: returned.id, handle: returned.handle, points: kept.points)
    }
    return GuestV1.schema.step(
      "nick becomes handle", up: { GuestV2(id: $0.id, handle: $0.nick) },
      down: hasDown ? down : nil, merge: hasMerge ? merge : nil)
  }

  var guestV3: StoredSchema<GuestV3> {
    let down: @Sendable (GuestV3) -> GuestV2 = {
      GuestV2(id: $0.id, handle: $0.name, points: $0.points)
    }
    let merge: @Sendable (GuestV3, GuestV3) -> GuestV3 = { kept, returned in
      GuestV3(id: returned.id, name: returned.name, points: returned.points, phone: kept.phone)
    }
    return guestV2.step(
      "handle becomes name", up: { GuestV3(id: $0.id, name: $0.handle, points: $0.points) },
      down: hasDown ? down : nil, merge: hasMerge ? merge : nil)
  }
}

/// A guest as any release sees it; a field that the release does not have is `nil`.
struct Guest: Equatable, Sendable {
  var id = 1
  var name: String
  var points: Int?
  var phone: String?
}

protocol GuestRecord: Codable, Identifiable, Sendable where ID == Int {
  init(_ guest: Guest)
  var guest: Guest { get }
}

extension GuestV1: GuestRecord {
  init(_ guest: Guest) { self.init(id: guest.id, nick: guest.name) }
  var guest: Guest { Guest(id: id, name: nick) }
}

extension GuestV2: GuestRecord {
  init(_ guest: Guest) { self.init(id: guest.id, handle: guest.name, points: guest.points ?? 0) }
  var guest: Guest { Guest(id: id, name: handle, points: points) }
}

extension GuestV3: GuestRecord {
  init(_ guest: Guest) {
    self.init(
      id: guest.id, name: guest.name, points: guest.points ?? 0, phone: guest.phone ?? "")
  }
  var guest: Guest { Guest(id: id, name: name, points: points, phone: phone) }
}
