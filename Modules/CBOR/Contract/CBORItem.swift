#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A CBOR document as data items (RFC 8949, section 3), without any type of the app.
///
/// A tool uses items to show a document whose type it does not know:
///
/// ```swift
/// if case .map(let fields) = try CBORItem(decoding: data) { print(fields.count) }
/// ```
public indirect enum CBORItem: Equatable, Sendable {
  /// An unsigned integer.
  case unsigned(UInt64)
  /// The negative integer -1 - `argument`.
  case negative(argument: UInt64)
  case bytes(Data)
  case text(String)
  case array([CBORItem])
  /// Keys and values in the sequence of the document; keys may be repeated.
  case map([Entry])
  /// A value with its consecutive tags, the outermost first.
  case tagged([UInt64], CBORItem)
  /// A half, single or double precision float.
  case float(Double)
  /// Any other simple value: 20 is false, 21 true, 22 null, 23 undefined.
  case simple(UInt8)

  /// A key of a map with its value.
  public struct Entry: Equatable, Sendable {
    public let key: CBORItem
    public let value: CBORItem
  }

  /// Decodes one document.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the bytes are not exactly one well-formed item, or if
  ///   arrays and maps are nested too deeply.
  public init(decoding data: Data) throws {
    let reader = CBORReader()
    data.withUnsafeBytes {
      $0.withMemoryRebound(to: UInt8.self, reader.bytes.append(contentsOf:))
    }
    self = try reader.readItem(inside: 0)
    guard reader.offset == reader.bytes.count else {
      throw reader.corrupted("The document continues after the value.")
    }
  }
}

extension CBORReader {
  fileprivate func readItem(inside level: Int) throws -> CBORItem {
    var tags: [UInt64] = []
    var start = offset
    var head = try head()
    while head.kind == .tag {
      tags.append(head.argument)
      start = offset
      head = try self.head()
    }
    guard tags.isEmpty else {
      offset = start
      return try .tagged(tags, readItem(inside: level))
    }
    switch head.kind {
    case .unsigned, .tag: return .unsigned(head.argument)
    case .negative: return .negative(argument: head.argument)
    case .bytes, .text:
      offset = start
      return try head.kind == .bytes ? .bytes(readBytes()) : .text(readText())
    case .array:
      var items: [CBORItem] = []
      let inner = try deeper(than: level)
      try forEachEntry(of: head, width: 1) { items.append(try readItem(inside: inner)) }
      return .array(items)
    case .map:
      var entries: [CBORItem.Entry] = []
      let inner = try deeper(than: level)
      try forEachEntry(of: head, width: 2) {
        let key = try readItem(inside: inner)
        entries.append(try CBORItem.Entry(key: key, value: readItem(inside: inner)))
      }
      return .map(entries)
    case .simple:
      if head.isBreak { throw corrupted("Found a break outside any container.") }
      return float(head).map(CBORItem.float) ?? .simple(UInt8(head.argument))
    }
  }

  private func forEachEntry(
    of head: CBORHead, width: Int, _ body: () throws -> Void
  ) throws {
    guard head.isIndefinite else {
      for _ in 0..<(try count(head, width: width)) { try body() }
      return
    }
    while try !readBreak() { try body() }
  }
}
