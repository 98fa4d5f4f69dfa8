import Foundation

/// A model with every kind of field.
struct EveryField: Codable, Equatable {
  var flag: Bool
  var int, negative: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var double: Double
  var float: Float
  var text: String
  var date: Date
  var url: URL
  var uuid: UUID
  var data: Data
  var decimal: Decimal
  var optionalInt: Int?
  var optionalText: String?
  var optionalChild: Child?
  var numbers: [Int]
  var texts: [String]
  var doubles: [Double]
  var optionals: [Int?]
  var matrix: [[UInt8]]
  var children: [Child]
  var set: Set<String>
  var byText: [String: Int]
  var byInt: [Int: String]
  var byName: [Name: Child]
  var byPair: [Pair: Int]
  var childrenByText: [String: [Child]]
  var event: Event
  var events: [Event]
  var suit: Suit
  var suits: [Suit]
  var name: Name
  var tree: Tree

  struct Child: Codable, Hashable {
    var id: Int
    var title: String?
  }

  struct Name: RawRepresentable, Codable, Hashable, CodingKeyRepresentable {
    var rawValue: String
  }

  struct Pair: Codable, Hashable {
    var x, y: Int
  }

  enum Suit: String, Codable, CaseIterable { case hearts, spades }

  enum Event: Codable, Equatable {
    case nothing
    case moved(x: Int, y: Double)
    case said(String)
    case changed(Child, at: Date?)
  }

  indirect enum Tree: Codable, Equatable {
    case leaf(Int)
    case node(Tree, Tree)
  }
}

extension EveryField {
  static func random(_ generator: inout SeededGenerator) -> EveryField {
    func int<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T {
      let bits = Int.random(in: 0...T.bitWidth, using: &generator)
      let value = T(truncatingIfNeeded: generator.next())
      return bits == T.bitWidth ? value : value & ((1 << bits) &- 1)
    }
    func many<T>(_ make: () -> T) -> [T] {
      (0..<Int.random(in: 0...30, using: &generator) / 5).map { _ in make() }
    }
    func maybe<T>(_ make: () -> T) -> T? { Bool.random(using: &generator) ? make() : nil }
    func text() -> String {
      let alphabet = Array("abc XYZ09\"\\/\n\u{0}éßЖ水🍕👩‍🍳")
      return String(many { alphabet.randomElement(using: &generator) ?? "a" })
    }
    func double() -> Double {
      switch Int.random(in: 0...4, using: &generator) {
      case 0: Double(int(Int16.self))
      case 1: Double(Float.random(in: -1e10...1e10, using: &generator))
      case 2: Double.random(in: -1e300...1e300, using: &generator)
      case 3: Double.random(in: -1...1, using: &generator) * 0x1p-1040
      default: Double.random(in: -1...1, using: &generator)
      }
    }
    func date() -> Date {
      Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &generator))
    }
    func uuid() -> UUID {
      func byte() -> UInt8 { int() }
      return UUID(
        uuid: (
          byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
          byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte()
        ))
    }
    func child() -> Child { Child(id: int(), title: maybe(text)) }
    func event() -> Event {
      switch Int.random(in: 0...3, using: &generator) {
      case 0: .nothing
      case 1: .moved(x: int(), y: double())
      case 2: .said(text())
      default: .changed(child(), at: maybe(date))
      }
    }
    func tree(_ depth: Int) -> Tree {
      depth == 0 || Bool.random(using: &generator)
        ? .leaf(int()) : .node(tree(depth - 1), tree(depth - 1))
    }
    func keyed<Key: Hashable, Value>(
      _ key: () -> Key, _ value: () -> Value
    ) -> [Key: Value] {
      Dictionary(many { (key(), value()) }) { first, _ in first }
    }
    return EveryField(
      flag: .random(using: &generator), int: int(), negative: -1 - int(Int.self) & .max,
      int8: int(), int16: int(), int32: int(), int64: int(), uint: int(), uint8: int(),
      uint16: int(), uint32: int(), uint64: int(), double: double(),
      float: .random(in: -1e30...1e30, using: &generator), text: text(), date: date(),
      url: URL(string: "https://example.com/\(int(UInt16.self))?q=1#f") ?? URL(filePath: "/"),
      uuid: uuid(), data: Data(many { int(UInt8.self) }),
      decimal: Decimal(int(Int32.self)) / 1000, optionalInt: maybe { int() },
      optionalText: maybe(text), optionalChild: maybe(child), numbers: many { int() },
      texts: many(text), doubles: many(double), optionals: many { maybe { int() } },
      matrix: many { many { int() } }, children: many(child), set: Set(many(text)),
      byText: keyed(text) { int() }, byInt: keyed({ int() }, text),
      byName: keyed({ Name(rawValue: text()) }, child),
      byPair: keyed({ Pair(x: int(), y: int()) }, { int() }),
      childrenByText: keyed(text) { many(child) }, event: event(), events: many(event),
      suit: Suit.allCases.randomElement(using: &generator) ?? .hearts,
      suits: many { .spades }, name: Name(rawValue: text()), tree: tree(4))
  }
}
