/// Any JSON, or the part of YAML that is JSON.
public enum JSONValue: Sendable, Hashable {
  /// Nothing.
  case null
  /// A truth value.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in an order.
  case array([JSONValue])
  /// Values by name.
  case object([String: JSONValue])
}

extension JSONValue: Decodable {
  /// Decodes whatever there is.
  public init(from decoder: any Decoder) throws {
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
  /// The member of an object; `nil` when there is none or this is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The members of an object, sorted by name; none when this is no object.
  var members: [(key: String, value: JSONValue)] {
    guard case .object(let members) = self else { return [] }
    return members.sorted { $0.key < $1.key }
  }

  /// The elements of an array; none when this is no array.
  var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The text, when this is one.
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number, when this is one.
  var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }
}
