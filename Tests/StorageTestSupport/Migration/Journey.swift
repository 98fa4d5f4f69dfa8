import Storage

/// One installed app through some of its releases, and what its user expects by then.
struct Journey {
  private let line: Lineage
  private let location: Location
  private var app: AppDirectory
  private(set) var expected = ExpectedFacts()
  private(set) var path: [String] = []
  private(set) var writes = 0
  /// The release that ran before the present one.
  private var last: Int?
  private(set) var problems: [MigrationProblem] = []
  /// The moments at which it may have been killed.
  private(set) var kills: [Kill] = []
  var notesKills = false
  private var wasKilled = false

  init(_ line: Lineage, _ location: Location, _ app: AppDirectory) {
    self.line = line
    self.location = location
    self.app = app
  }

  /// The same app, killed in its last launch; what was being stored may be there or not.
  init(_ journey: Journey, killed kill: Kill, in app: AppDirectory) throws {
    self = journey
    self.app = app
    notesKills = false
    wasKilled = true
    kills = []
    problems = []
    expected = kill.expected
    path = kill.path
    last = nil
    try app.put(kill.content)
  }

  /// The app's directory has been filled with the first file of a release.
  mutating func began(with shipped: Lineage.Shipped) {
    expected.store(
      shipped.release.stored(Write(number: 1)), removing: [], by: shipped.version)
    path.append("\(shipped.label) (golden file)")
  }

  /// Installs a release, which finds everything, and lets the user store something.
  @discardableResult
  mutating func visit(
    _ shipped: Lineage.Shipped, writes isWriting: Bool
  ) async throws -> Facts {
    path.append(isWriting || path.isEmpty ? shipped.label : "\(shipped.label) (only reads)")
    let versions = StoredFile.all(of: line.history.name, in: try app.content()).map(\.version)
    let hasOwn = versions.contains(shipped.version)
    let source = versions.last { $0 <= shipped.version } ?? shipped.version
    prepare(for: shipped, readingFrom: source)

    let before = expected
    let found = try await noting(shipped, before) { journey throws(StorageError) in
      try await shipped.release.read(journey.location, journey.app.storage)
    }
    check(found, shipped, from: source, hasOwn)
    guard isWriting else {
      last = shipped.version
      return found ?? [:]
    }

    writes += 1
    let write = Write(number: writes)
    // Not by a newer release that has not shown all it has to this one: only what a release was
    // shown can it have removed.
    let isHeardOf = !wasKilled && (hasOwn || versions.allSatisfy { $0 < shipped.version })
    let earlier = expected
    expected.store(
      shipped.release.stored(write), removing: write.removed, heardOf: isHeardOf,
      by: shipped.version)
    let kept = try await noting(shipped, earlier) { journey throws(StorageError) in
      try await shipped.release.write(journey.location, journey.app.storage, write)
      return try await shipped.release.read(journey.location, journey.app.storage)
    }
    last = shipped.version
    check(kept, shipped, from: shipped.version, true)
    return kept ?? [:]
  }

  /// Of several outcomes this one was seen.
  mutating func settle(_ found: Facts) {
    expected = expected.seen(as: found)
  }

  private mutating func prepare(for shipped: Lineage.Shipped, readingFrom source: Int) {
    let passedOn = line.releases.first { $0.version == source }?.known ?? shipped.known
    expected.forget { name, writer in
      // What only later releases than the file's knew cannot be told; what is dropped may go.
      shipped.known.contains(name)
        ? !passedOn.contains(name) : writer < shipped.version
    }
  }

  /// Launches, notes on the way where a kill might have come, and says why there is nothing.
  private mutating func noting(
    _ shipped: Lineage.Shipped, _ before: ExpectedFacts,
    _ launch: (Journey) async throws(StorageError) -> Facts
  ) async throws -> Facts? {
    let content = notesKills ? try app.content() : [:]
    let found: Facts
    do throws(StorageError) {
      found = try await launch(self)
    } catch {
      problems.append(MigrationProblem(path.route, shipped, error))
      expected = ExpectedFacts()
      return nil
    }
    if notesKills {
      kills += Kill.all(
        from: content, to: try app.content(), of: shipped, path, before.or(expected),
        in: line.history.name)
    }
    return found
  }

  private mutating func check(
    _ found: Facts?, _ shipped: Lineage.Shipped, from source: Int, _ hasOwn: Bool
  ) {
    guard let found else { return }
    for difference in expected.differences(from: found, known: shipped.known) {
      let culprit = Culprit(
        difference, in: shipped.version, from: source, after: last, hasOwn: hasOwn)
      problems.append(MigrationProblem(path.route, difference, culprit))
      expected.forget(difference)
    }
  }
}

extension [String] {
  var route: String { joined(separator: " → ") }
}
