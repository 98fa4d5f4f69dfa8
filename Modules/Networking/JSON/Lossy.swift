/// A value of a response that may be unreadable.
package struct Lossy<Value: Decodable & Sendable>: Decodable, Sendable {
  /// The value; `nil` if it cannot be read.
  package let value: Value?

  package init(from decoder: any Decoder) {
    do { value = try Value(from: decoder) } catch { value = nil }
  }

  private init(value: Value?) { self.value = value }

  package func map<New>(_ transform: (Value) -> New?) -> Lossy<New> {
    Lossy<New>(value: value.flatMap(transform))
  }
}

/// A list whose elements may be unreadable.
package typealias LossyList<Element: Decodable & Sendable> = Lossy<[Lossy<Element>]>

/// A text; some services send an id as a number and later as a text, which are then the same id.
@propertyWrapper
package struct Text: Decodable, Sendable {
  package let wrappedValue: String

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do { wrappedValue = try value.decode(String.self) } catch {
      wrappedValue = "\(try value.decode(UInt64.self))"
    }
  }
}

/// Reads the parts of a response, and notes the names of those that cannot be read.
package struct PartReader {
  /// The names of the parts that cannot be read; one of a list is named once for each such element.
  package var unreadable: [String] = []

  package init() {}

  /// Returns a part that may be missing, or `known` in place of one that cannot be read.
  package mutating func optional<Part>(
    _ part: Lossy<Part>?, or known: Part? = nil, _ name: String = ""
  ) -> Part? {
    guard let part else { return nil }
    if part.value == nil { unreadable.append(name) }
    return part.value ?? known
  }

  /// Returns a part, or `other` in place of one that is missing or cannot be read.
  package mutating func required<Part>(
    _ part: Lossy<Part>?, or other: Part, _ name: String = ""
  ) -> Part {
    if part == nil { unreadable.append(name) }
    return optional(part, name) ?? other
  }

  /// Returns the elements of a list that can be read; a missing list is empty.
  package mutating func list<Part>(_ list: LossyList<Part>?, _ name: String = "") -> [Part] {
    (optional(list, name) ?? []).compactMap { optional($0, name) }
  }
}
