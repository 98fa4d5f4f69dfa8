import Storage

/// The user's profile as release 1 stores it.
struct ProfileV1: Codable {
  var nick, city: String
}

/// The user's profile as release 2 stores it: `nick` of release 1 has become `handle`.
struct ProfileV2: Codable {
  var handle, city: String
}

/// The user's profile as release 3 stores it: `handle` has become `name`, and `phone` is new.
struct Profile: Codable {
  var name, city: String
  var phone = ""
}

extension Profile {
  static let v1 = StoredSchema(ProfileV1.self)

  static let v2 = v1.step(
    "nick becomes handle",
    up: { ProfileV2(handle: $0.nick, city: $0.city) },
    down: { ProfileV1(nick: $0.handle, city: $0.city) })

  static let v3 = v2.step(
    "handle becomes name, and phone is new",
    up: { old, kept in Profile(name: old.handle, city: old.city, phone: kept?.phone ?? "") },
    down: { ProfileV2(handle: $0.name, city: $0.city) })
}
