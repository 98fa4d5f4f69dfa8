import Foundation

/// A change to one row of the sandbox's menu.
struct MenuEdit: Sendable {
  /// A modification of a table.
  enum Change: Sendable {
    case remove
    /// Sets a value, encoded as JSON, at a path in the row, such as `variants/0/price`.
    case set(String, String)
    /// Appends a row, encoded as JSON, to the table.
    case add(String)
  }

  let table: String
  let row: String
  let change: Change

  init(_ table: String, _ row: String, _ change: Change) {
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
    case .add(let json):
      if let row = try Self.value(json) as? [String: Any] { rows.append(row) }
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
}
