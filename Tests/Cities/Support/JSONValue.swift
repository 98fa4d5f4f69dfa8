public import Foundation

/// JSON built in code, so that a test can introduce a defect in one line.
public enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Encoded text of the value.
  public var data: Data {
    get throws {
      let encoder = JSONEncoder()
      // Equal values must have equal bytes.
      encoder.outputFormatting = .sortedKeys
      return try encoder.encode(self)
    }
  }

  /// Returns a copy with another value at a path, such as `"country/name"`; `nil` removes it.
  ///
  /// The parts of a path are keys or array positions.
  public func with(_ path: String, _ value: JSONValue?) -> JSONValue {
    replacing(path.split(separator: "/").map(String.init)[...], value)
  }

  /// Paths of all keys of all nested objects.
  public var keyPaths: [String] {
    switch self {
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { key, value in
        [key] + value.keyPaths.map { "\(key)/\($0)" }
      }
    case .array(let elements):
      elements.enumerated().flatMap { index, element in
        element.keyPaths.map { "\(index)/\($0)" }
      }
    default: []
    }
  }

  private func replacing(_ path: ArraySlice<String>, _ value: JSONValue?) -> JSONValue {
    guard let key = path.first else { return value ?? .null }
    let rest = path.dropFirst()
    switch self {
    case .object(var members):
      members[key] = rest.isEmpty ? value : members[key]?.replacing(rest, value)
      return .object(members)
    case .array(var elements):
      guard let index = Int(key), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(rest, value)
      return .array(elements)
    default:
      return self
    }
  }
}

extension JSONValue: Encodable {
  /// Encodes the value as plain JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a null.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object; the last of several equal keys applies.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
