import Foundation

/// A part of a response as it came, so that it can be sent back although it cannot be read.
indirect enum JSONValue: Codable, Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    func read<Value: Decodable>(_ make: (Value) -> JSONValue) -> JSONValue? {
      do { return make(try value.decode(Value.self)) } catch { return nil }
    }
    let scalar = read(Self.bool) ?? read(Self.integer) ?? read(Self.number) ?? read(Self.text)
    self = scalar ?? read(Self.list) ?? read(Self.object) ?? .null
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }

  /// The member with this name; `nil` if the value is no object, or has no such member.
  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }

  /// A text, or an integer as a text.
  var name: String? {
    switch self {
    case .text(let text) where !text.isEmpty: text
    case .integer(let number): "\(number)"
    default: nil
    }
  }

  /// The JSON text with sorted keys; equal values have equal texts.
  var sorted: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do { return String(decoding: try encoder.encode([self]), as: UTF8.self) } catch { return "" }
  }

  /// Creates the JSON value of something that is sent.
  init(_ value: some Encodable) {
    do {
      self = try JSONDecoder().decode([JSONValue].self, from: JSONEncoder().encode([value]))[0]
    } catch { self = .null }
  }
}
