public import Foundation

/// JSON built in code, so that a test can say what is wrong with an answer in one line.
public enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The text that goes over the wire.
  public var data: Data {
    get throws {
      let encoder = JSONEncoder()
      // Else the same value is not always the same bytes.
      encoder.outputFormatting = .sortedKeys
      return try encoder.encode(self)
    }
  }

  /// A copy with another value at `path`, whose parts are keys or positions: `"country/name"`;
  /// `nil` removes the key.
  public func with(_ path: String, _ value: JSONValue?) -> JSONValue {
    replacing(path.split(separator: "/").map(String.init)[...], value)
  }

  /// The paths of all keys of all objects within.
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
  /// Writes the value as itself.
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
