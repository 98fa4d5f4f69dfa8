#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
      do { return try value.decode(type) } catch { return nil }
    }
    if let bool = decoded(Bool.self) {
      self = .bool(bool)
    } else if let integer = decoded(Int64.self) {
      self = .integer(integer)
    } else if let number = decoded(Double.self) {
      self = .number(number)
    } else if let text = decoded(String.self) {
      self = .text(text)
    } else if let list = decoded([JSONValue].self) {
      self = .list(list)
    } else if let members = decoded([String: JSONValue].self) {
      self = .object(members)
    } else {
      self = .null
    }
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
    get { if case .object(let members) = self { members[name] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[name] = newValue
      self = .object(members)
    }
  }

  var string: String? { if case .text(let text) = self { text } else { nil } }

  /// The value decoded as another type; `nil` if it has another form.
  func decoded<Value: Decodable>(_ type: Value.Type = Value.self) -> Value? {
    do {
      return try JSONDecoder().decode([Value].self, from: JSONEncoder().encode([self])).first
    } catch { return nil }
  }

  /// The JSON text with sorted keys; equal values have equal texts.
  var sorted: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do { return String(decoding: try encoder.encode([self]), as: UTF8.self) } catch { return "" }
  }

  /// Creates the value of something that was decoded from JSON.
  init(_ value: some Encodable) {
    do {
      self = try JSONDecoder().decode([JSONValue].self, from: JSONEncoder().encode([value]))[0]
    } catch { self = .null }
  }
}

/// The elements of a list, the readable ones and the others, in the sequence of the list.
struct Rows<Row: Codable & Sendable>: Decodable, Sendable {
  enum Element: Decodable {
    case row(Row)
    case unreadable(JSONValue)

    init(from decoder: any Decoder) throws {
      do { self = .row(try Row(from: decoder)) } catch {
        self = .unreadable(try JSONValue(from: decoder))
      }
    }

    var row: Row? { if case .row(let row) = self { row } else { nil } }
  }

  let elements: [Element]

  init(from decoder: any Decoder) throws { elements = try [Element](from: decoder) }
}
