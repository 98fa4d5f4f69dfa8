import Synchronization

/// A store of elements in a log, and also in memory unless the location is ``StorageLocation/file(_:)``.
///
/// The actor guards the files. The mutex guards the elements in memory, so a reader of loaded elements
/// never waits for the disk.
actor LogStore<Element: Identifiable & Sendable>: CollectionStore
where Element.ID: Codable & Sendable {
  private struct Memory {
    /// The elements; `nil` until they are loaded.
    var contents: Contents?
    /// The updates that are not in the file yet.
    var pending: [LogChange] = []
    var failure: StorageError?
  }

  private struct Contents {
    var elements: IdentifiedArray<Element>
    var unreadable: [Element.ID]
    /// The error that reads throw until the next update.
    var problem: StorageError?
  }

  private nonisolated let location: StorageLocation
  private nonisolated let coding: ElementCoding<Element>
  private nonisolated let dataClass: StorageClass
  /// Whether each write replaces the file, so that no old value remains in it.
  private nonisolated let isWhole: Bool
  private nonisolated let isHeld: Bool
  private unowned nonisolated let directory: StorageDirectory
  private nonisolated let memory = Mutex(Memory())
  private var opened: RepositoryFiles<Element>?
  /// The elements that were loaded when the files were opened, for the first access.
  private var fresh: Loaded<Element>?

  init(
    _ location: StorageLocation, _ shape: any Shape<Element>, _ dataClass: StorageClass,
    isWhole: Bool, in directory: StorageDirectory
  ) {
    (self.location, self.dataClass, self.isWhole) = (location, dataClass, isWhole)
    self.directory = directory
    // Another process writes the files of a read-only directory. A copy in memory would not contain the
    // updates of that process.
    isHeld = location.isHeldInMemory && !directory.lock.isReadOnly
    coding = ElementCoding(
      shape: shape, file: "\(location.name).v\(shape.version).store",
      isChecked: dataClass.isWorthKeeping)
  }

  /// Whether two stores have the same location and storage class, and equivalent schemas.
  ///
  /// Two schemas count as equivalent if their steps have the same names, because the closures of the
  /// steps cannot be compared.
  nonisolated func isDeclared(as other: LogStore) -> Bool {
    location == other.location && worth == other.worth
      && coding.shape.steps == other.coding.shape.steps
  }

  nonisolated var worth: StorageClass.Tier { dataClass.worth }

  // MARK: Opening

  private func files() throws(StorageError) -> RepositoryFiles<Element> {
    if directory.lock.isReadOnly { opened = nil }
    if let opened { return opened }
    let files = RepositoryFiles(
      try FileName(location.name, version: coding.shape.version, of: directory.owner), coding,
      dataClass, in: directory.folder(for: dataClass))
    let openings = directory.openings.begin()
    var failure: StorageError?
    do throws(StorageError) { try open(files) } catch { failure = error }
    for end in openings { end { report(failure, files.origin, $0) } }
    if let failure { throw failure }
    return files
  }

  private func open(_ files: RepositoryFiles<Element>) throws(StorageError) {
    let isRead = isHeld || isWhole
    try files.open(isReadOnly: directory.lock.isReadOnly, isRead: isRead)
    opened = files
    if let damage = files.origin.damage { throw damage }
    // The elements of a collection are not decoded before they are needed.
    if isRead { fresh = try loaded(files) }
  }

  /// Decodes all elements, and reports those that cannot be decoded.
  ///
  /// A single value that cannot be decoded counts as absent after the error was thrown once. Its bytes
  /// stay in the file until the next update, for a release that can decode them.
  private func loaded(_ files: RepositoryFiles<Element>) throws(StorageError) -> Loaded<Element> {
    if let fresh = fresh.take() { return fresh }
    let loaded = try files.load(applying: memory.withLock { $0.pending })
    for (id, failure) in loaded.unreadable {
      var error = coding.unreadable(id, "\(failure)")
      if isWhole {
        switch failure {
        case .step(let step, let reason):
          error = .migrationFailed(file: files.source, step: step, reason: reason)
          if dataClass.isWorthKeeping { throw error }
        case .undecodable(let place):
          let copy = try files.preserve(.undecodable(place))
          if dataClass.isWorthKeeping, copy.isNew { throw copy.error }
          error = copy.error
        }
      }
      files.origin.setAside.append(error)
    }
    return loaded
  }

  private func report(
    _ failure: StorageError?, _ origin: RepositoryFiles<Element>.Origin, _ duration: Duration
  ) -> OpenReport {
    let origin = failure == nil ? origin : .init()
    let outcome: OpenReport.Outcome =
      if let failure = failure ?? origin.newer {
        .failed(failure)
      } else if origin.version == nil || isWhole && fresh?.elements.isEmpty == true {
        origin.setAside.first.map { .failed($0) } ?? .absent
      } else if let version = origin.mergedVersion {
        .merged(writtenBy: version)
      } else if let version = origin.version, version < coding.shape.version {
        .migrated(steps: Array(coding.shape.steps[(version - 1)...]))
      } else {
        .current
      }
    return OpenReport(
      repository: location.name, version: coding.shape.version, foundVersion: origin.version,
      bytes: origin.bytes, duration: duration, outcome: outcome, setAside: origin.setAside)
  }

  /// Performs an access, once more if another owner has written the files since they were opened.
  private func access<Result>(
    _ body: (RepositoryFiles<Element>) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    let files = try files()
    do throws(StorageError) { return try body(files) } catch {
      guard error.isChange else { throw error }
      opened = nil
      let files: RepositoryFiles<Element>
      do throws(StorageError) { files = try self.files() } catch {
        memory.withLock { $0.contents = nil }
        throw error
      }
      try memory.withLock { memory throws(StorageError) in
        if files.origin.version == nil, let elements = memory.contents?.elements {
          // The file was removed, as that of a cache is on a full disk: the elements are written again.
          memory.pending = try coding.changes(of: elements, nil)
        } else {
          memory.contents = nil
        }
      }
      return try body(files)
    }
  }

  // MARK: Reading

  nonisolated func elements() async throws(StorageError) -> IdentifiedArray<Element> {
    guard isHeld else { return try await read().elements }
    let contents = try await loadedContents()
    if let problem = contents.problem { throw problem }
    return contents.elements
  }

  nonisolated func unreadable() async throws(StorageError) -> [Element.ID] {
    guard isHeld else { return try await read().unreadable.compactMap { coding.decodeID($0.id) } }
    return try await loadedContents().unreadable
  }

  nonisolated func element(_ id: Element.ID) async throws(StorageError) -> Element? {
    guard isHeld else { return try await readOne(coding.encode(id: id)) }
    let contents = try await loadedContents()
    if let problem = contents.problem { throw problem }
    if contents.unreadable.contains(id) {
      throw coding.unreadable(try coding.encode(id: id), "see OpenReport")
    }
    return contents.elements[id: id]
  }

  private func read() throws(StorageError) -> Loaded<Element> {
    try access { files throws(StorageError) in
      if let newer = files.origin.newer { throw newer }
      return try loaded(files)
    }
  }

  private func readOne(_ key: [UInt8]) throws(StorageError) -> Element? {
    try access { files throws(StorageError) in
      if let newer = files.origin.newer { throw newer }
      return try element(key, files)
    }
  }

  private func element(
    _ key: [UInt8], _ files: RepositoryFiles<Element>
  ) throws(StorageError) -> Element? {
    guard let record = try files.record(of: key) else { return nil }
    do throws(DecodingFailure) { return try coding.decode(record) } catch {
      throw coding.unreadable(key, "\(error)")
    }
  }

  private nonisolated var contents: Contents? { memory.withLock { $0.contents } }

  private nonisolated func loadedContents() async throws(StorageError) -> Contents {
    while true {
      if let contents { return contents }
      try await load()
    }
  }

  private func load() throws(StorageError) {
    guard contents == nil else { return }
    try access { files throws(StorageError) in
      let loaded = try loaded(files)
      let unreadable = loaded.unreadable.compactMap { coding.decodeID($0.id) }
      let contents = Contents(
        elements: loaded.elements, unreadable: unreadable, problem: files.origin.newer)
      memory.withLock { $0.contents = contents }
    }
  }

  // MARK: Updating

  func createFile() throws(StorageError) -> Bool {
    try access { files throws(StorageError) in try files.create() }
  }

  nonisolated func update<Result: Sendable>(
    _ ids: [Element.ID]?, _ change: @Sendable (inout IdentifiedArray<Element>) -> Result
  ) async throws(StorageError) -> Result {
    guard isHeld else {
      _ = await directory.registry.writePending(worthMoreThan: worth)
      return try await updateFile(ids, change)
    }
    while true {
      _ = try await loadedContents()
      guard let result = try updateMemory(change) else { continue }
      _ = await directory.registry.writePending(worthMoreThan: worth)
      await write()
      return result
    }
  }

  /// Performs an update in memory; returns `nil` if the elements have to be loaded again first.
  private nonisolated func updateMemory<Result: Sendable>(
    _ change: @Sendable (inout IdentifiedArray<Element>) -> Result
  ) throws(StorageError) -> Result? {
    try memory.withLock { memory throws(StorageError) in
      // The array is moved out of `memory`, because changing an array with a second reference copies
      // it. If an element cannot be encoded, the elements are loaded again, without this update.
      guard var contents = memory.contents.take() else { return nil }
      let (result, edits) = contents.elements.update(change)
      let changes = try coding.changes(of: contents.elements, edits)
      // The removal of an absent value does not hide that a newer release has stored one.
      if changes.contains(where: { $0.value != nil }) { contents.problem = nil }
      if !contents.unreadable.isEmpty {
        let edited = edits?.ids
        contents.unreadable.removeAll { edited?.contains($0) ?? true }
      }
      memory.contents = contents
      memory.pending += changes
      return result
    }
  }

  private func updateFile<Result>(
    _ ids: [Element.ID]?, _ change: (inout IdentifiedArray<Element>) -> Result
  ) throws(StorageError) -> Result {
    try access { files throws(StorageError) in
      var elements = IdentifiedArray<Element>()
      if let ids {
        for id in ids {
          // An element that cannot be read can be replaced or removed.
          do throws(StorageError) {
            if let element = try element(coding.encode(id: id), files) { elements.save(element) }
          } catch {
            guard case .unreadable = error else { throw error }
          }
        }
      } else {
        elements = try loaded(files).elements
      }
      let (result, edits) = elements.update(change)
      let changes = try coding.changes(of: elements, edits)
      try write(changes, to: files, isEmpty: elements.isEmpty)
      return result
    }
  }

  private func write(
    _ changes: [LogChange], to files: RepositoryFiles<Element>, isEmpty: Bool
  ) throws(StorageError) {
    fresh = nil
    if isWhole, isEmpty, !changes.isEmpty {
      try files.removeAll()
    } else {
      try files.write(changes, isWhole: isWhole)
    }
  }

  // MARK: Writing updates in memory

  nonisolated var writeStatus: WriteStatus {
    memory.withLock { memory in
      if let failure = memory.failure { return .failed(failure) }
      return memory.pending.isEmpty ? .written : .scheduled
    }
  }

  nonisolated func flush() async throws(StorageError) {
    guard memory.withLock({ $0.failure != nil || !$0.pending.isEmpty }) else { return }
    await write()
    if case .failed(let failure) = writeStatus { throw failure }
  }

  /// Writes the pending updates, those made during another write together.
  private func write() {
    memory.withLock { memory in
      guard memory.failure != nil else { return }
      var spellings = Spellings(coding)
      memory.pending = memory.pending.map { spellings.respelled($0, in: LogIndex()) }.folded()
    }
    do throws(StorageError) {
      let count = try access { files throws(StorageError) in
        let (pending, isEmpty) = memory.withLock { memory in
          (memory.pending, memory.contents?.elements.isEmpty == true)
        }
        try write(pending, to: files, isEmpty: isEmpty)
        return pending.count
      }
      memory.withLock { memory in
        memory.pending.removeFirst(count)
        memory.failure = nil
        note(memory)
      }
    } catch {
      memory.withLock { memory in
        memory.failure = error
        note(memory)
      }
    }
  }

  /// Records in the registry whether this store has pending updates.
  ///
  /// Called under the lock of `memory`, so that the last recorded state is the current one.
  private nonisolated func note(_ memory: Memory) {
    directory.registry.note(
      self, location.name, isPending: memory.failure != nil || !memory.pending.isEmpty)
  }
}
