/// A JSON value, also for the JSON subset of YAML.
enum JSONValue: Sendable, Hashable {
  /// Null.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])
}

extension JSONValue: Decodable {
  /// Decodes any JSON value.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let object = try? container.decode([String: JSONValue].self) {
      self = .object(object)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }
}

extension JSONValue {
  /// The member of an object; `nil` if there is none or the value is not an object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The members of an object, sorted by name; empty if the value is not an object.
  var members: [(key: String, value: JSONValue)] {
    guard case .object(let members) = self else { return [] }
    return members.sorted { $0.key < $1.key }
  }

  /// The elements of an array; empty if the value is not an array.
  var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The string, if the value is one.
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number, if the value is one.
  var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }
}
