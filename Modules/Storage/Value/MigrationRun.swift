/// One run of a ``RepositoryMigration``: the open logs, and the changes of the new files.
///
/// A log with the name of the migration has one mark for each source of a target. So a second run copies
/// only what an earlier release has written since, after a rollback, and what could not be copied before.
final class MigrationRun {
  private let directory: StorageDirectory
  private let folder: DataDirectory
  private let log: Log
  private let marking: ElementCoding<Mark>
  private let known: IdentifiedArray<Mark>
  private var marks: IdentifiedArray<Mark>
  private var sources: [String: Source] = [:]
  private var targets: [String: Target] = [:]
  private(set) var failures: [StorageError] = []

  /// The progress of the copies from a source to a target.
  private struct Mark: Codable, Sendable, Identifiable, Equatable {
    /// The names of the source's file and of the target.
    let id: String
    /// The sequence numbers of the source's logs.
    var sequence: UInt64 = 0
    var earlierSequence: UInt64 = 0
    /// The ids of the elements up to there that could not be copied.
    var failed: Set<[UInt8]> = []
  }

  /// A repository that is read.
  private struct Source {
    /// The newest log that this release can read.
    let log: Log
    /// The log before it, if the release of `log` copies its updates there.
    let earlier: Log?
    /// The files of this and earlier releases, the newest last.
    let files: [String]
  }

  /// A repository that receives elements.
  private typealias Target = (log: Log, changes: [LogChange])

  init(_ name: String, in directory: StorageDirectory) throws(StorageError) {
    let folder = directory.folder(for: .critical)
    try reading { () throws(SystemFailure) in try FolderCommit.finish(in: folder) }
    (self.directory, self.folder) = (directory, folder)
    log = try Self.log(FileName(name, version: 1, of: directory.owner), in: directory)
    marking = ElementCoding(shape: FirstShape(), file: log.file, isChecked: true)
    known = try marking.load(log).elements
    marks = known
  }

  /// Opens a log of a repository that is not in use; it must be readable as a whole.
  private static func log(
    _ name: FileName, in directory: StorageDirectory
  ) throws(StorageError) -> Log {
    if directory.registry.isUsed(name.name) { throw .inUse(name.name) }
    let log = Log(directory.folder(for: .critical), name, limit: StorageClass.largestFile)
    switch try reading({ () throws(SystemFailure) in try log.open() }) {
    case .intact: return log
    case .damaged(let error), .refused(let error): throw error
    }
  }

  /// Copies the elements of a source that were written since the last run, or were not copied by it.
  func copy<Old: Identifiable & Sendable, New: Identifiable & Sendable>(
    _ name: String, _ shape: any Shape<Old>, to newName: String, _ newShape: any Shape<New>,
    _ transform: (Old, _ existing: (New.ID) -> New?) throws -> New?
  ) throws(StorageError) where Old.ID: Codable & Sendable, New.ID: Codable & Sendable {
    if sources[name] == nil { sources[name] = try source(name, upTo: shape.version) }
    guard let source = sources[name] else { return }
    let id = "\(source.log.file) \(newName)"
    let mark = known[id: id] ?? Mark(id: id)
    var newMark = Mark(
      id: id, sequence: source.log.header.sequence,
      earlierSequence: source.earlier?.header.sequence ?? mark.earlierSequence)
    guard mark != newMark else { return }
    let old = ElementCoding(shape: shape, file: source.log.file, isChecked: false)
    var (target, new) = try target(newName, newShape)
    let isChanged = newMark.earlierSequence > mark.earlierSequence
    let changed = try changes(of: source.earlier, since: source.log, old)
    let copied = try old.load(source.log, applying: changed) { record in
      // Only a change of the earlier log has no number.
      record.sequence > mark.sequence || record.sequence == 0 && isChanged
        || mark.failed.contains(record.id)
    }
    var existing = try new.load(target.log, applying: target.changes)
    var (stored, spellings) = (Spellings(old), Spellings(new))
    for change in target.changes { _ = spellings.respelled(change, in: target.log.index) }
    let unreadable = Set(existing.unreadable.compactMap { new.decodeID($0.id) })
    for (id, failure) in copied.unreadable {
      newMark.failed.insert(id)
      failures.append(old.unreadable(id, "\(failure)"))
    }
    for element in copied.elements {
      do {
        if let copy = try transform(element, { existing.elements[id: $0] }) {
          // An element that only a newer release can read must not be replaced.
          if unreadable.contains(copy.id) { throw DecodingFailure.undecodable("target") }
          target.changes.append(spellings.respelled(try new.encode(copy), in: target.log.index))
          existing.elements.save(copy)
        }
      } catch {
        newMark.failed.insert(
          stored.bytes(of: try old.encode(id: element.id), in: source.log.index))
        failures.append(
          .unreadable(file: old.file, element: "\(element.id)", reason: "\(error)"))
      }
    }
    targets[newName] = target
    marks.save(newMark)
  }

  /// Makes all changes as one step, and then removes the sources if all elements are copied.
  func commit(removingSources: Bool) throws(StorageError) {
    var changes: [LogChange] = []
    for mark in marks where mark != known[id: mark.id] { changes.append(try marking.encode(mark)) }
    do throws(SystemFailure) {
      if !changes.isEmpty {
        let targets = targets.values.sorted { $0.log.file < $1.log.file }
        let replaced = targets + [(log, changes)]
        for target in replaced {
          try target.log.replace(
            with: target.changes, as: FolderCommit.prepared(target.log.file))
        }
        try FolderCommit.make(replaced.map { $0.log.file }, in: folder)
      }
      let isComplete = marks.allSatisfy(\.failed.isEmpty)
      if removingSources, isComplete { try folder.remove(sources.values.flatMap(\.files)) }
    } catch {
      throw StorageError(writing: error)
    }
  }

  /// Opens the files of a repository that a release with this schema version can read.
  private func source(_ name: String, upTo version: Int) throws(StorageError) -> Source? {
    let name = try FileName(name, version: version, of: directory.owner)
    let entries = try reading { () throws(SystemFailure) in try folder.names(for: name.text) }
    let names = entries.compactMap(name.version(of:)).filter { $0 <= version }.sorted()
      .map(name.of(version:))
    guard let newest = names.last else { return nil }
    let log = try Self.log(newest, in: directory)
    try Log.requireOwner(of: names, in: folder)
    var earlier = names.dropLast().last.map { Log(folder, $0, limit: log.limit) }
    let opening = try reading { () throws(SystemFailure) in try earlier?.open() }
    if case .damaged(let error) = opening { failures.append(error) }
    if earlier?.header.origin == 0 { earlier = nil }
    return Source(log: log, earlier: earlier, files: names.map(\.text))
  }

  private func target<New: Identifiable & Sendable>(
    _ name: String, _ shape: any Shape<New>
  ) throws(StorageError) -> (Target, ElementCoding<New>) where New.ID: Codable & Sendable {
    let file = try FileName(name, version: shape.version, of: directory.owner)
    let coding = ElementCoding(shape: shape, file: file.text, isChecked: true)
    if let target = targets[name] { return (target, coding) }
    let log = try Self.log(file, in: directory)
    var target: Target = (log, [])
    guard !log.exists, let earlier = try source(name, upTo: shape.version) else {
      return (target, coding)
    }
    // Beside a file of this release, that of an earlier one counts as seen.
    target.changes =
      try changes(of: earlier.log, since: log, coding)
      + changes(of: earlier.earlier, since: earlier.log, coding) + [
        .seen(earlier.log.header.sequence)
      ]
    log.header.sequence = max(log.header.sequence, earlier.log.header.origin)
    return (target, coding)
  }

  /// Returns what an earlier log has, and the one after it does not have yet.
  private func changes<Element: Identifiable & Sendable>(
    of earlier: Log?, since log: Log, _ coding: ElementCoding<Element>
  ) throws(StorageError) -> [LogChange] where Element.ID: Codable & Sendable {
    guard let earlier else { return [] }
    return try reading { () throws(SystemFailure) in
      try Mirror(coding: coding).changes(of: earlier, since: log)
    }
  }
}
