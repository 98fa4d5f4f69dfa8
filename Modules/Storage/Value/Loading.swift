/// The elements of a file, and those that this release cannot read.
struct Loaded<Element: Identifiable> {
  var elements = IdentifiedArray<Element>()
  var unreadable: [(id: [UInt8], failure: DecodingFailure)] = []
}

extension Loaded: Sendable where Element: Sendable, Element.ID: Sendable {}

extension ElementCoding {
  /// Decodes the elements of a log, on all cores, as they are after changes that are not in it yet.
  ///
  /// Elements whose records are not included are left out.
  func load(
    _ log: Log, applying changes: [LogChange] = [], where isIncluded: ((LogRecord) -> Bool)? = nil
  ) throws(StorageError) -> Loaded<Element> {
    let contents = try reading { () throws(SystemFailure) in try log.contents() }
    var entries = log.index.entries(after: changes)
    if let isIncluded { entries = entries.filter { isIncluded(contents.record($0)) } }
    let chunks = inChunks(of: entries.count) { [entries] places in
      decode(places.map { contents.record(entries[$0]) })
    }
    return Loaded(
      elements: IdentifiedArray(chunks.flatMap(\.elements)),
      unreadable: chunks.flatMap(\.unreadable))
  }

  private struct Decoded: Sendable {
    var elements: [Element] = []
    var unreadable: [(id: [UInt8], failure: DecodingFailure)] = []
  }

  /// Decodes elements together, or if that fails each by itself.
  private func decode(_ chunk: [LogRecord]) -> Decoded {
    if let elements = together(chunk) { return Decoded(elements: elements) }
    var decoded = Decoded()
    for record in chunk {
      do throws(DecodingFailure) {
        decoded.elements.append(try decode(record))
      } catch {
        decoded.unreadable.append((record.id, error))
      }
    }
    return decoded
  }

  private func together(_ chunk: [LogRecord]) -> [Element]? {
    let values = chunk.compactMap { $0.value }
    guard values.count == chunk.count, let elements = shape.decodeAll(values),
      let ids = ValueCoder.decodeAll(Element.ID.self, from: chunk.map { $0.id[...] })
    else { return nil }
    for place in elements.indices where elements[place].id != ids[place] { return nil }
    return elements
  }
}
