import Storage
import StorageTestSupport

/// The visitor as release 1 stores it.
struct VisitorV1: Codable, Identifiable {
  var id = 1
  var nick: String
  var fax = ""

  var facts: [String: String] { ["name": nick, "fax": fax] }
}

/// The visitor as release 2 stores it: one field renamed, one added, one dropped.
struct VisitorV2: Codable, Identifiable {
  var id = 1
  var handle: String
  var points = 0

  var facts: [String: String] { ["name": handle, "points": "\(points)"] }
}

/// The visitor as release 3 stores it: the field renamed again, another one added.
struct Visitor: Codable, Identifiable {
  var id = 1
  var name: String
  var points = 0
  var phone: String?

  var facts: [String: String] { ["name": name, "points": "\(points)", "phone": phone ?? ""] }

  static let v1 = StoredSchema(VisitorV1.self)
  static let v2 = v1.step(
    "nick becomes handle",
    up: { old, kept in VisitorV2(id: old.id, handle: old.nick, points: kept?.points ?? 0) },
    down: { VisitorV1(id: $0.id, nick: $0.handle) })
  static let schema = v2.step(
    "handle becomes name",
    up: { old, kept in
      Visitor(id: old.id, name: old.handle, points: old.points, phone: kept?.phone)
    },
    down: { VisitorV2(id: $0.id, handle: $0.name, points: $0.points) })

  /// Returns the history of one visitor, with schemas that a test can replace by incorrect ones.
  ///
  /// Without `schema`, the history has two releases.
  static func history(
    v2: StoredSchema<VisitorV2> = v2, schema: StoredSchema<Visitor>? = schema,
    class dataClass: StorageClass = .critical, goldenFilesBeside testFile: String = #filePath
  ) -> ReleaseHistory {
    let history = ReleaseHistory("visitor", class: dataClass, goldenFilesBeside: testFile)
      .release(v1, sample: { VisitorV1(nick: "name \($0)", fax: "fax \($0)") }, facts: { $0.facts })
      .release(
        v2, dropping: ["fax"], sample: { VisitorV2(handle: "name \($0)", points: $0) },
        facts: { $0.facts })
    guard let schema else { return history }
    return history.release(
      schema, sample: { Visitor(name: "name \($0)", points: $0, phone: "phone \($0)") },
      facts: { $0.facts })
  }

  /// Returns the history of many visitors, with schemas that a test can replace by incorrect ones.
  static func table(
    v2: StoredSchema<VisitorV2> = v2, schema: StoredSchema<Visitor>? = schema,
    goldenFilesBeside testFile: String = #filePath
  ) -> ReleaseHistory {
    let history = ReleaseHistory("visitors", class: .critical, goldenFilesBeside: testFile)
      .release(
        elements: v1, sample: { VisitorV1(id: $0, nick: "name \($1)", fax: "fax \($1)") },
        facts: { $0.facts }
      )
      .release(
        elements: v2, dropping: ["fax"],
        sample: { VisitorV2(id: $0, handle: "name \($1)", points: $1) }, facts: { $0.facts })
    guard let schema else { return history }
    return history.release(
      elements: schema,
      sample: { Visitor(id: $0, name: "name \($1)", points: $1, phone: "phone \($1)") },
      facts: { $0.facts })
  }
}
