/// One run of a ``RepositoryMigration``: the open logs, and the changes of the new files.
///
/// A log with the name of the migration has one element per source: how far the source was copied. So a
/// second run copies only what an earlier release has written since, after a rollback.
final class MigrationRun {
  private let folder: DataDirectory
  private let marks: Log
  private let names: [String]
  private var sources: [String: Log] = [:]
  private var targets: [String: Target] = [:]
  private var order: [String] = []
  private let progress: @Sendable (RepositoryMigration.Progress) -> Void
  private var state = RepositoryMigration.Progress()
  private(set) var failures: [StorageError] = []

  /// A repository that receives elements, with the changes so far.
  private struct Target {
    let log: Log
    var changes: [LogChange] = []
    var changed: [[UInt8]: StoredBytes] = [:]
  }

  init(
    _ name: String, in folder: DataDirectory,
    progress: @escaping @Sendable (RepositoryMigration.Progress) -> Void
  ) throws(StorageError) {
    (self.folder, self.progress) = (folder, progress)
    let file = try FileName(name, version: 1)
    marks = Log(
      folder, file: file.text, name: name, version: 1, limit: StorageClass.largestFile)
    names = try reading { () throws(SystemFailure) in
      try FolderCommit.finish(in: folder)
      return try folder.names(for: file.text)
    }
    try Self.open(marks)
  }

  /// Opens a log, which must be readable as a whole.
  private static func open(_ log: Log) throws(StorageError) {
    switch try reading({ () throws(SystemFailure) in try log.open() }) {
    case .absent, .intact: return
    case .damaged(let damage, let quarantine):
      throw .corrupt(file: log.file, damage: damage, quarantine: quarantine)
    case .foreign(let owner): throw .foreign(file: log.file, belongsTo: owner, quarantine: log.file)
    case .newerFormat(let version): throw .newer(file: log.file, version: version)
    case .tooLarge: throw .tooLarge(file: log.file, limit: log.limit)
    }
  }

  /// Copies the elements of a source that were written since the last run.
  func copy<Source: Identifiable & Sendable, Element: Identifiable & Sendable>(
    _ source: String, _ shape: any Shape<Source>, to target: String, _ wanted: any Shape<Element>,
    _ transform: (Source, _ existing: (Element.ID) -> Element?) throws -> Element?
  ) throws(StorageError) where Source.ID: Codable & Sendable, Element.ID: Codable & Sendable {
    guard let log = try sourceLog(source, upTo: shape.version) else { return }
    let from = ElementCoding(shape: shape, file: log.file, isChecked: false)
    let into = ElementCoding(
      shape: wanted, file: try FileName(target, version: wanted.version).text, isChecked: true)
    let contents = try reading { () throws(SystemFailure) in try log.contents() }
    let seen = try mark(of: log)
    let slots = log.index.liveSlots
    state.total += slots.count
    for slot in slots {
      state.done += 1
      if state.done % 1_000 == 0 || state.done == state.total { progress(state) }
      guard let record = contents.record(slot), record.head.sequence > seen else { continue }
      do {
        guard let value = record.value else { throw DecodingFailure.undecodable("wrong checksum") }
        var existing: Result<Element?, any Error> = .success(nil)
        let element = try transform(from.decode(value, record.id)) { id in
          existing = Result {
            let key = try into.encode(id: id)
            return try self.value(of: key, in: target, wanted.version).map {
              try into.decode($0, key)
            }
          }
          guard case .success(let element) = existing else { return nil }
          return element
        }
        // An element that could not be looked up must not be replaced.
        _ = try existing.get()
        guard let element else { continue }
        try save(into.encode(element), in: target, wanted.version)
      } catch {
        // The failure of a file ends the migration; only that of the element is skipped.
        if let failure = error as? StorageError {
          guard case .notEncodable = failure else { throw failure }
        }
        let element = from.decodeID(record.id).map { "\($0)" } ?? "an element"
        failures.append(
          .unreadable(file: log.file, element: element, reason: "\(error)"))
      }
    }
  }

  /// Makes all changes as one step.
  func commit(removingSources: Bool) throws(StorageError) {
    let sources = sources.values.sorted { $0.file < $1.file }
    var advanced: [Log] = []
    for source in sources where try source.header.sequence > mark(of: source) {
      advanced.append(source)
    }
    guard !advanced.isEmpty else { return }
    let changes = advanced.map { source in
      var bytes: [UInt8] = []
      bytes.append(number: source.header.sequence)
      return LogChange.saved(
        id: Array(source.file.utf8), StoredBytes(bytes: bytes, version: 1))
    }
    do throws(SystemFailure) {
      for name in order {
        guard let target = targets[name] else { continue }
        try target.log.replace(
          with: target.changes, as: FolderCommit.prepared(target.log.file))
      }
      try marks.replace(with: changes, as: FolderCommit.prepared(marks.file))
      let isRemoving = removingSources && failures.isEmpty
      try FolderCommit.make(
        order.compactMap { targets[$0]?.log.file } + [marks.file],
        removing: isRemoving ? sources.map(\.file) : [], in: folder)
    } catch {
      throw StorageError(writing: error)
    }
  }

  /// Opens the newest log of a source that this release can read.
  private func sourceLog(_ name: String, upTo version: Int) throws(StorageError) -> Log? {
    if let log = sources[name] { return log }
    let file = try FileName(name, version: version)
    let versions = names.compactMap(file.version(of:)).filter { $0 <= version }
    guard let newest = versions.max() else { return nil }
    let log = Log(
      folder, file: file.of(version: newest).text, name: name, version: newest,
      limit: StorageClass.largestFile)
    try Self.open(log)
    sources[name] = log
    return log
  }

  private func mark(of source: Log) throws(StorageError) -> UInt64 {
    try reading { () throws(SystemFailure) in
      guard case .value(let mark)? = try marks.value(of: Array(source.file.utf8)) else { return 0 }
      return mark.bytes.withUnsafeBytes { $0.count == 8 ? $0.number(at: 0) : 0 }
    }
  }

  private func value(
    of id: [UInt8], in target: String, _ version: Int
  ) throws(StorageError) -> StoredBytes? {
    let found = try opened(target, version)
    if let value = found.changed[id] { return value }
    return try reading { () throws(SystemFailure) in
      if case .value(let value)? = try found.log.value(of: id) { value } else { nil }
    }
  }

  private func save(
    _ change: LogChange, in name: String, _ version: Int
  ) throws(StorageError) {
    var target = try opened(name, version)
    targets[name] = nil
    target.changes.append(change)
    if case .saved(let id, let value, _) = change { target.changed[id] = value }
    targets[name] = target
  }

  private func opened(_ name: String, _ version: Int) throws(StorageError) -> Target {
    if let target = targets[name] { return target }
    let log = Log(
      folder, file: try FileName(name, version: version).text, name: name, version: version,
      limit: StorageClass.largestFile)
    try Self.open(log)
    let target = Target(log: log)
    targets[name] = target
    order.append(name)
    return target
  }
}
