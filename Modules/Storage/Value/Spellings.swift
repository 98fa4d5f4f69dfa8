/// The bytes under which ids are stored of which equal ones may have different bytes.
///
/// Swift's texts are equal if they are canonically equivalent, such as "é" in one or two scalars. Other types
/// may contain such texts, or have an equality of their own. A release may also have stored as a text what
/// the next one knows as a UUID.
struct Spellings<Element: Identifiable & Sendable> where Element.ID: Codable & Sendable {
  private let coding: ElementCoding<Element>
  /// The stored bytes of each id; `nil` until they are needed.
  private var known: [Element.ID: [UInt8]]?

  init(_ coding: ElementCoding<Element>) { self.coding = coding }

  /// Returns the bytes under which an id is stored in a log, or is going to be stored.
  ///
  /// If the id is new and `isStored` is `true`, these bytes are returned for each later spelling of it.
  mutating func bytes(
    of id: [UInt8], in index: LogIndex, isStored: Bool = false
  ) -> [UInt8] {
    let isPlain = index.isUniform(with: id) && known?.isEmpty ?? true && !coding.hasSpellings(id)
    guard !isPlain, index.slot(of: id) == nil, let wanted = coding.decodeID(id) else { return id }
    var spellings = known.take() ?? stored(in: index)
    defer { known = spellings }
    if let found = spellings[wanted] { return found }
    if isStored { spellings[wanted] = id }
    return id
  }

  /// Returns a change that is going to be stored, with the stored bytes of its id.
  mutating func respelled(_ change: LogChange, in index: LogIndex) -> LogChange {
    guard change.kind == .saved || change.kind == .removed else { return change }
    var change = change
    change.id = bytes(of: change.id, in: index, isStored: true)
    return change
  }

  private func stored(in index: LogIndex) -> [Element.ID: [UInt8]] {
    var spellings: [Element.ID: [UInt8]] = [:]
    for slot in index.liveSlots {
      let stored = index.id(of: slot)
      if coding.hasSpellings(stored), let id = coding.decodeID(stored) { spellings[id] = stored }
    }
    return spellings
  }
}
