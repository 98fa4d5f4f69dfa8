import Foundation

/// A change to one row of a menu's table, such as `products`.
public struct MenuEdit: Sendable {
  /// A modification of a row.
  public enum Change: Sendable {
    /// Removes the row.
    case remove
    /// Sets a value, encoded as JSON, at a path in the row, such as `variants/0/price`.
    case set(String, String)
    /// Merges members, encoded as JSON, into the row as in RFC 7396; adds the row if it is new.
    case merge(String)
  }

  private let table: String
  private let row: String
  private let change: Change

  /// The tables of a menu.
  public static let tables: Set = [
    "categories", "products", "sizes", "crusts", "ingredients", "groups", "modifiers", "combos",
    "slots",
  ]

  /// Creates a change of the row with this ID.
  public init(_ table: String, _ row: String, _ change: Change) {
    (self.table, self.row, self.change) = (table, row, change)
  }

  func apply(to document: inout [String: Any]) throws {
    var rows = document[table] as? [[String: Any]] ?? []
    let position = rows.firstIndex { $0["id"] as? String == row }
    switch change {
    case .remove:
      if let position { rows.remove(at: position) }
    case .set(let path, let json):
      let steps = path.split(separator: "/").map(String.init)
      if let position {
        let changed = Self.setting(rows[position], steps[...], to: try Self.value(json))
        rows[position] = changed as? [String: Any] ?? rows[position]
      }
    case .merge(let json):
      let old = position.map { rows[$0] } ?? ["id": row]
      let merged = Self.merging(old, try Self.value(json)) as? [String: Any] ?? old
      if let position { rows[position] = merged } else { rows.append(merged) }
    }
    document[table] = rows
  }

  private static func value(_ json: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
  }

  private static func setting(_ value: Any, _ steps: ArraySlice<String>, to new: Any) -> Any {
    guard let step = steps.first else { return new }
    if var members = value as? [String: Any] {
      members[step] = setting(members[step] ?? [String: Any](), steps.dropFirst(), to: new)
      return members
    }
    guard var elements = value as? [Any], let index = Int(step), elements.indices.contains(index)
    else { return value }
    elements[index] = setting(elements[index], steps.dropFirst(), to: new)
    return elements
  }

  private static func merging(_ old: Any?, _ patch: Any) -> Any {
    guard let patch = patch as? [String: Any] else { return patch }
    var members = old as? [String: Any] ?? [:]
    for (name, value) in patch {
      members[name] = value is NSNull ? nil : merging(members[name], value)
    }
    return members
  }
}
