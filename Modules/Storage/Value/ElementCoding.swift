#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The conversion between elements with their ids and the bytes of a log.
struct ElementCoding<Element: Identifiable & Sendable>: Sendable
where Element.ID: Codable & Sendable {
  let shape: any Shape<Element>
  /// The name of the file, for errors.
  let file: String
  /// Whether an encoded element is decoded again before it is stored, unless it is large.
  let isChecked: Bool
  private let equality = IDEquality(of: Element.ID.self)

  /// The most bytes of an element that are decoded again: decoding more would take longer than the
  /// write.
  private static var largestChecked: Int { 64 << 10 }

  /// Encodes an element; an element of at most 64 KB is also decoded again.
  ///
  /// - Throws: ``StorageError/notEncodable(file:reason:)`` if the element cannot be encoded, or if its
  ///   bytes could not be read again as an element with its id.
  func encode(_ element: Element) throws(StorageError) -> LogChange {
    do {
      let id = try encode(id: element.id)
      let stored = StoredBytes(bytes: try shape.encode(element), version: shape.version)
      if isChecked, stored.bytes.count <= Self.largestChecked,
        try shape.decode(stored, kept: nil).id != element.id
      {
        throw DecodingFailure.undecodable("the id of the decoded element differs")
      }
      return .saved(id: id, stored)
    } catch let error as StorageError {
      throw error
    } catch DecodingFailure.undecodable(let reason) {
      throw .notEncodable(file: file, reason: "its bytes could not be decoded: \(reason)")
    } catch {
      throw .notEncodable(file: file, reason: "\(error)")
    }
  }

  /// Decodes an element, which must have the id under which it was stored.
  ///
  /// `kept` is this release's element if an earlier release has written `stored` after a rollback.
  func decode(
    _ stored: StoredBytes, _ id: [UInt8], kept: Element? = nil
  ) throws(DecodingFailure) -> Element {
    let element = try shape.decode(stored, kept: kept)
    let found: [UInt8]
    do { found = try ValueCoder.encode(element.id) } catch {
      throw .undecodable("its id cannot be encoded: \(error)")
    }
    guard found == id || decodeID(id) == element.id else {
      throw .undecodable("the id of the decoded element differs from the id of the stored one")
    }
    return element
  }

  /// Decodes the element of a record, whose bytes may be damaged.
  func decode(_ record: LogRecord) throws(DecodingFailure) -> Element {
    guard let value = record.value else { throw .undecodable("wrong checksum") }
    return try decode(value, record.id)
  }

  func encode(id: Element.ID) throws(StorageError) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try ValueCoder.encode(id) } catch {
      throw .notEncodable(file: file, reason: "its id: \(error)")
    }
    guard bytes.count <= Int(UInt16.max) else {
      throw .notEncodable(file: file, reason: "its id has more than \(UInt16.max) bytes")
    }
    return bytes
  }

  /// Decodes an id; returns `nil` if the bytes do not encode an id of this type.
  func decodeID(_ id: [UInt8]) -> Element.ID? {
    do { return try ValueCoder.decode(Element.ID.self, from: id) } catch { return nil }
  }

  /// Returns the error of an element that cannot be read.
  func unreadable(_ id: [UInt8], _ reason: String) -> StorageError {
    .unreadable(file: file, element: decodeID(id).map { "\($0)" } ?? "an element", reason: reason)
  }

  /// Whether other bytes than these may encode an equal id.
  func hasSpellings(_ id: [UInt8]) -> Bool {
    switch equality {
    case .ofBytes(let heads): !heads.contains(id.first ?? 0)
    case .ofTexts: (id.first ?? 0) < 0x60 || id.contains { $0 >= 0x80 || "K;`".utf8.contains($0) }
    case .ofItsOwn: true
    }
  }

  /// Returns the changes of an update, which has replaced all elements if `edits` is `nil`.
  func changes(
    of elements: IdentifiedArray<Element>, _ edits: IdentifiedArray<Element>.Edits?
  ) throws(StorageError) -> [LogChange] {
    var changes: [LogChange] = edits == nil ? [.cleared] : []
    for id in edits?.removed ?? [] { changes.append(.removed(id: try encode(id: id))) }
    for element in elements.saved(in: edits) { changes.append(try encode(element)) }
    return changes
  }
}

/// Whether equal ids of a type have equal bytes.
private enum IDEquality {
  /// The bytes begin with one of these, unless another type has written them.
  case ofBytes(ClosedRange<UInt8>)
  /// Only texts with other than ASCII characters may have other bytes, and those with a character to which
  /// one of these is equivalent, such as the sign of the kelvin to K.
  case ofTexts
  case ofItsOwn

  init(of type: Any.Type) {
    self =
      if type == String.self {
        .ofTexts
      } else if type == UUID.self {
        .ofBytes(0xD8...0xD8)
      } else if type is any FixedWidthInteger.Type {
        .ofBytes(0x00...0x3F)
      } else {
        .ofItsOwn
      }
  }
}
