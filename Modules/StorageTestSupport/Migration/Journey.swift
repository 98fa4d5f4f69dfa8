import Storage

/// One installed app that runs a sequence of releases, with its user's expectations.
struct Journey {
  private let line: Lineage
  private let location: StorageLocation
  private var app: AppDirectory
  private var expected = ExpectedFacts()
  /// The facts that releases older than the killed one find, until it or a newer one writes.
  private var behind: (killed: Int, expected: ExpectedFacts)?
  private var path: [String] = []
  private var writes = 0
  /// The version of the release that ran before the current one.
  private var last: Int?
  private(set) var problems: [MigrationProblem] = []
  /// The app after a kill at each moment of its last visit; empty unless `isKilled`.
  private(set) var killed: [Killed] = []
  var isKilled = false

  struct Killed {
    let content: AppDirectory.Content
    let journey: Journey
  }

  init(_ line: Lineage, _ location: StorageLocation, _ app: AppDirectory) {
    self.line = line
    self.location = location
    self.app = app
  }

  /// Continues after a kill, in another directory.
  init(_ killed: Killed, in app: AppDirectory) throws {
    self = killed.journey
    self.app = app
    try app.put(killed.content)
  }

  /// Records that the directory contains the first file of a release.
  mutating func began(with shipped: Lineage.Shipped) {
    expected.store(shipped.release.stored(Write(number: 1)), removing: [], by: shipped.version)
    path.append("\(shipped.label) (golden file)")
  }

  mutating func follow(_ route: Route) async throws {
    for visit in route.visits { try await self.visit(visit.shipped, writes: visit.writes) }
  }

  /// Runs a release, compares the facts that it finds, and stores new ones if `isWriting`.
  mutating func visit(_ shipped: Lineage.Shipped, writes isWriting: Bool) async throws {
    killed = []
    path.append(isWriting || path.isEmpty ? shipped.label : "\(shipped.label) (only reads)")
    let versions = StoredFile.all(of: line.history.name, in: try app.content()).map(\.version)
    let hasOwn = versions.contains(shipped.version)
    let source = versions.last { $0 <= shipped.version } ?? shipped.version
    forget(whatCannotReach: shipped, from: source)

    let start = self
    try await launch(shipped, from: source, hasOwn, start) { journey throws(StorageError) in
      try await shipped.release.read(journey.location, journey.app.storage)
    }
    if isWriting {
      let start = self
      last = shipped.version
      // A release can only remove elements that it has loaded. It may not have loaded the elements
      // that a newer release stored in another file.
      let isShown = behind == nil && (hasOwn || versions.allSatisfy { $0 < shipped.version })
      let write = store(by: shipped, isShown: isShown)
      try await launch(shipped, from: shipped.version, true, start) {
        journey throws(StorageError) in
        try await shipped.release.write(journey.location, journey.app.storage, write)
        return try await shipped.release.read(journey.location, journey.app.storage)
      }
    }
    last = shipped.version
  }

  private mutating func forget(whatCannotReach shipped: Lineage.Shipped, from source: Int) {
    let passedOn = line.releases.first { $0.version == source }?.known ?? shipped.known
    expected.forget { name, writer in
      // A fact that the file's release does not know cannot reach this release, and a fact that
      // this release does not know may be lost.
      shipped.known.contains(name) ? !passedOn.contains(name) : writer < shipped.version
    }
  }

  private mutating func store(by shipped: Lineage.Shipped, isShown: Bool) -> Write {
    writes += 1
    let write = Write(number: writes)
    let stored = shipped.release.stored(write)
    if let shown = behind, shipped.version < shown.killed {
      expected.doubt(what: shown.expected, differsIn: shipped.known)
      behind?.expected.store(stored, removing: write.removed, by: shipped.version)
    } else {
      behind = nil
    }
    expected.store(stored, removing: write.removed, isShown: isShown, by: shipped.version)
    return write
  }

  /// Runs a launch, compares the facts that it finds, and records the app after a kill at each moment.
  private mutating func launch(
    _ shipped: Lineage.Shipped, from source: Int, _ hasOwn: Bool, _ start: Journey,
    _ body: (Journey) async throws(StorageError) -> Facts
  ) async throws {
    let before = isKilled ? try app.content() : [:]
    do throws(StorageError) {
      check(try await body(self), shipped, from: source, hasOwn)
    } catch {
      problems.append(MigrationProblem(path.route, shipped, error))
      expected = ExpectedFacts()
      return
    }
    guard isKilled else { return }
    let after = try app.content()
    for kill in Kill.all(from: before, to: after, of: shipped, in: line.history.name) {
      var journey = kill.isWritten ? self : start
      if kill.isWritten {
        journey.behind = (shipped.version, start.expected)
        journey.last = shipped.version
      }
      journey.path[journey.path.count - 1] = "\(shipped.label) (\(kill.moment))"
      journey.writes = writes
      journey.problems = []
      journey.killed = []
      journey.isKilled = false
      killed.append(Killed(content: kill.content, journey: journey))
    }
  }

  private mutating func check(
    _ found: Facts, _ shipped: Lineage.Shipped, from source: Int, _ hasOwn: Bool
  ) {
    var wanted = expected
    if let behind, shipped.version < behind.killed { wanted = behind.expected }
    for difference in wanted.differences(from: found, known: shipped.known) {
      let culprit = Culprit(
        difference, in: shipped.version, from: source, after: last, hasOwn: hasOwn)
      problems.append(MigrationProblem(path.route, difference, culprit))
      expected.forget(difference)
      behind?.expected.forget(difference)
    }
  }
}

extension [String] {
  fileprivate var route: String { joined(separator: " → ") }
}
