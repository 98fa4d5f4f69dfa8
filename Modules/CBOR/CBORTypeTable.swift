#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The method by which values of a type are encoded or decoded.
///
/// The most frequent types have separate cases, for which the compiler can specialize the code.
enum CBORStrategy<Own> {
  case texts, namedTexts, namedNumbers, namedAmounts
  /// The values are coded by the type's own conformance to ``CBORWritable`` or ``CBORReadable``.
  case own(Own)
  /// The values are coded by the type's conformance to `Codable`.
  case codable

  init(of type: Any.Type) {
    switch type {
    case is [String].Type: self = .texts
    case is [String: String].Type: self = .namedTexts
    case is [String: Int].Type: self = .namedNumbers
    case is [String: Int64].Type: self = .namedAmounts
    default: self = Self.conformance(of: type).map(Self.own) ?? .codable
    }
  }

  /// Returns the type as a ``CBORWritable`` or ``CBORReadable`` type; `nil` if it does not conform.
  ///
  /// Only types of the standard library and five types of Foundation conform. All other types are
  /// excluded first, because a search for a missing conformance takes as long as decoding a hundred
  /// values. `_typeName` returns the name, because `String(describing:)` searches for conformances too.
  private static func conformance(of type: Any.Type) -> Own? {
    let foundation: [Any.Type] = [Data.self, Date.self, Decimal.self, URL.self, UUID.self]
    guard foundation.contains(where: { $0 == type }) || _typeName(type).hasPrefix("Swift.")
    else { return nil }
    return type as? Own
  }
}

/// A cache with one entry per type; a reader or writer looks up the type of each value in a document.
///
/// The cache is no `Dictionary`, because hashing alone would take as long as coding a small value.
final class CBORTypeTable<Value> {
  typealias Slots = [(type: ObjectIdentifier, value: Value)?]

  private var slots = Slots(repeating: nil, count: 64)
  private var count = 0

  func value(for type: Any.Type, otherwise find: () -> Value) -> Value {
    let slots = slots
    let wanted = ObjectIdentifier(type)
    var index = Self.slot(of: wanted, slots)
    while let found = slots[index] {
      if found.type == wanted { return found.value }
      index = (index + 1) & (slots.count - 1)
    }
    let value = find()
    self.slots = inserting(wanted, value)
    return value
  }

  private func inserting(_ type: ObjectIdentifier, _ value: Value) -> Slots {
    var larger = slots
    count += 1
    if count * 2 > slots.count {
      larger = Slots(repeating: nil, count: slots.count * 2)
      for case let entry? in slots { Self.insert(entry.type, entry.value, &larger) }
    }
    Self.insert(type, value, &larger)
    return larger
  }

  private static func insert(_ type: ObjectIdentifier, _ value: Value, _ slots: inout Slots) {
    var index = slot(of: type, slots)
    while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
    slots[index] = (type, value)
  }

  /// Returns the slot at which the search for a type begins.
  ///
  /// The addresses of types differ mostly in their middle bits. The multiplication spreads these bits.
  private static func slot(of type: ObjectIdentifier, _ slots: Slots) -> Int {
    let spread = UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: spread >> 32) & (slots.count - 1)
  }
}
