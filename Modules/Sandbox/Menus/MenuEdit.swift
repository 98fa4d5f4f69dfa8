import Foundation

/// A change of one row in a table of the menu document, such as the table `products`.
public struct MenuEdit: Sendable {
  /// A modification of a row.
  public enum Change: Sendable {
    /// Removes the row.
    case remove
    /// Sets the value at a path in the row.
    ///
    /// The first string is the path, such as `variants/0/price`. The second is the value as JSON.
    case set(String, String)
    /// Merges a JSON object into the row, by the rules of RFC 7396.
    ///
    /// If the table does not have the row, adds the object as the row.
    case merge(String)
  }

  private let table: String
  private let row: String
  private let change: Change

  /// The names of the tables of a menu document.
  public static let tables: Set = [
    "categories", "products", "sizes", "crusts", "ingredients", "groups", "modifiers", "combos",
    "slots",
  ]

  /// Creates a change of a row.
  ///
  /// - Parameters:
  ///   - table: The name of the table, one of ``tables``.
  ///   - row: The id of the row.
  ///   - change: The modification.
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
