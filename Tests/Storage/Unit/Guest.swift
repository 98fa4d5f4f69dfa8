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
    up: { old, kept in GuestV2(id: old.id, handle: old.nick, points: kept?.points ?? 0) },
    down: { guest throws in
      guard !guest.handle.isEmpty else { throw NoWay() }
      return GuestV1(id: guest.id, nick: guest.handle)
    })
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
  case both = "down, and an up that keeps fields"
  case onlyDown = "down"
  case onlyUp = "an up that keeps fields"
  case neither = "no way back"

  var hasDown: Bool { self == .both || self == .onlyDown }
  var keepsFields: Bool { self == .both || self == .onlyUp }
  var testDescription: String { rawValue }

  var guestV2: StoredSchema<GuestV2> {
    let down: @Sendable (GuestV2) -> GuestV1 = { GuestV1(id: $0.id, nick: $0.handle) }
    return GuestV1.schema.step(
      "nick becomes handle",
      up: { old, kept in
        GuestV2(id: old.id, handle: old.nick, points: keepsFields ? kept?.points ?? 0 : 0)
      },
      down: hasDown ? down : nil)
  }

  var guestV3: StoredSchema<GuestV3> {
    let down: @Sendable (GuestV3) -> GuestV2 = {
      GuestV2(id: $0.id, handle: $0.name, points: $0.points)
    }
    return guestV2.step(
      "handle becomes name",
      up: { old, kept in
        GuestV3(
          id: old.id, name: old.handle, points: old.points,
          phone: keepsFields ? kept?.phone ?? "" : "")
      },
      down: hasDown ? down : nil)
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
