/// One run of a ``RepositoryMigration``: the open logs, and the changes of the new files.
///
/// A log with the name of the migration has one mark per source. So a second run copies only what an
/// earlier release has written since, after a rollback.
final class MigrationRun {
  private let directory: StorageDirectory
  private let folder: DataDirectory
  private let marks: Log
  private let marking: ElementCoding<Mark>
  private let known: IdentifiedArray<Mark>
  private var sources: [Source] = []
  private var targets: [String: Target] = [:]
  private(set) var failures: [StorageError] = []

  /// The progress of the copies of a source.
  private struct Mark: Codable, Sendable, Identifiable {
    /// The file of the source; empty if an element could not be copied.
    let id: String
    let sequence: UInt64

    static let failure = Mark(id: "", sequence: 0)
  }

  /// A repository that is read.
  private struct Source {
    let log: Log
    let mark: UInt64
    /// The files of this and earlier releases, the newest last.
    let files: [String]

    var isCopied: Bool { log.header.sequence <= mark }
  }

  /// A repository that receives elements.
  private struct Target {
    let log: Log
    var changes: [LogChange] = []
  }

  init(_ name: String, in directory: StorageDirectory) throws(StorageError) {
    let folder = directory.folder(for: .critical)
    try reading { () throws(SystemFailure) in try FolderCommit.finish(in: folder) }
    (self.directory, self.folder) = (directory, folder)
    marks = try Self.log(name, version: 1, in: directory)
    marking = ElementCoding(shape: FirstShape(), file: marks.file, isChecked: true)
    known = try marking.load(marks).elements
  }

  /// Opens the log of a repository that is not in use; it must be readable as a whole.
  private static func log(
    _ name: String, version: Int, in directory: StorageDirectory
  ) throws(StorageError) -> Log {
    if directory.registry.isUsed(name) { throw .inUse(name) }
    let log = Log(
      directory.folder(for: .critical), try FileName(name, version: version),
      limit: StorageClass.largestFile)
    switch try reading({ () throws(SystemFailure) in try log.open() }) {
    case .intact: return log
    case .damaged(let error), .refused(let error): throw error
    }
  }

  /// Copies the elements of a source that were written since the last run.
  func copy<Old: Identifiable & Sendable, New: Identifiable & Sendable>(
    _ name: String, _ shape: any Shape<Old>, to newName: String, _ newShape: any Shape<New>,
    _ transform: (Old, _ existing: (New.ID) -> New?) throws -> New?
  ) throws(StorageError) where Old.ID: Codable & Sendable, New.ID: Codable & Sendable {
    guard let source = try source(name, upTo: shape.version), !source.isCopied else { return }
    var target = try target(newName, version: newShape.version)
    let old = ElementCoding(shape: shape, file: source.log.file, isChecked: false)
    let new = ElementCoding(shape: newShape, file: target.log.file, isChecked: true)
    let copied = try old.load(source.log, after: source.mark)
    var existing = try new.load(target.log, applying: target.changes)
    var spellings = Spellings(new)
    for change in target.changes { _ = spellings.respelled(change, in: target.log.index) }
    let unreadable = Set(existing.unreadable.compactMap { new.decodeID($0.id) })
    failures += copied.unreadable.map { old.unreadable($0.id, "\($0.failure)") }
    for element in copied.elements {
      do {
        if let copy = try transform(element, { existing.elements[id: $0] }) {
          // An element that only a newer release can read must not be replaced.
          if unreadable.contains(copy.id) { throw DecodingFailure.undecodable("target") }
          target.changes.append(spellings.respelled(try new.encode(copy), in: target.log.index))
          existing.elements.save(copy)
        }
      } catch {
        failures.append(
          .unreadable(file: old.file, element: "\(element.id)", reason: "\(error)"))
      }
    }
    targets[newName] = target
  }

  /// Makes all changes as one step, and then removes the sources if all elements are copied.
  func commit(removingSources: Bool) throws(StorageError) {
    var marked = sources.filter { !$0.isCopied }.map {
      Mark(id: $0.log.file, sequence: $0.log.header.sequence)
    }
    if !failures.isEmpty { marked.append(.failure) }
    var changes: [LogChange] = []
    for mark in marked { changes.append(try marking.encode(mark)) }
    do throws(SystemFailure) {
      if !changes.isEmpty {
        let targets = targets.values.sorted { $0.log.file < $1.log.file }
        let replaced = targets + [Target(log: marks, changes: changes)]
        for target in replaced {
          try target.log.replace(
            with: target.changes, as: FolderCommit.prepared(target.log.file))
        }
        try FolderCommit.make(replaced.map(\.log.file), in: folder)
      }
      let isComplete = failures.isEmpty && known[id: Mark.failure.id] == nil
      if removingSources, isComplete { try folder.remove(sources.flatMap(\.files)) }
    } catch {
      throw StorageError(writing: error)
    }
  }

  /// Returns the newest log of a source that this release can read; `nil` if there is none.
  private func source(_ name: String, upTo version: Int) throws(StorageError) -> Source? {
    if let source = sources.first(where: { $0.log.header.name == name }) { return source }
    guard let (log, files) = try newest(name, upTo: version) else { return nil }
    let source = Source(
      log: log, mark: known[id: log.file]?.sequence ?? 0, files: files)
    sources.append(source)
    return source
  }

  private func target(_ name: String, version: Int) throws(StorageError) -> Target {
    if let target = targets[name] { return target }
    let log = try Self.log(name, version: version, in: directory)
    var target = Target(log: log)
    guard !log.exists, let (earlier, _) = try newest(name, upTo: version) else { return target }
    // Beside a file of this release, that of an earlier one counts as seen.
    let contents = try reading { () throws(SystemFailure) in try earlier.contents() }
    for slot in earlier.index.liveSlots {
      let record = contents.record(slot)
      guard let value = record.value else { continue }
      target.changes.append(.saved(id: record.id, value))
    }
    target.changes.append(.seen(earlier.header.sequence))
    log.header.sequence = max(log.header.sequence, earlier.header.origin)
    return target
  }

  /// Opens the newest file of a repository that a release with this schema version can read.
  ///
  /// Returns the names of the earlier files as well.
  private func newest(
    _ name: String, upTo version: Int
  ) throws(StorageError) -> (log: Log, files: [String])? {
    let file = try FileName(name, version: version)
    let names = try reading { () throws(SystemFailure) in try folder.names(for: file.text) }
    let versions = names.compactMap(file.version(of:)).filter { $0 <= version }.sorted()
    guard let newest = versions.last else { return nil }
    let log = try Self.log(name, version: newest, in: directory)
    return (log, versions.map { file.of(version: $0).text })
  }
}
