import Storage

/// A sequence of releases, each of which writes or only reads.
struct Route {
  let visits: [(shipped: Lineage.Shipped, writes: Bool)]
}

extension Lineage {
  /// Each release alone, and each update, either direct or by way of one release in between.
  ///
  /// An installed app has no more than one earlier release's file besides its own, so longer routes
  /// cover no further cases.
  private var updateRoutes: [Route] {
    let alone = releases.map { Route(visits: [($0, true)]) }
    return alone
      + pairs.flatMap { old, new in
        let between = releases[old + 1..<new].flatMap { way in
          [true, false].map { [(releases[old], true), (way, $0), (releases[new], true)] }
        }
        return ([[(releases[old], true), (releases[new], true)]] + between).map(Route.init)
      }
  }

  /// Each update, then a rollback, then the same update again or one to the newest release.
  ///
  /// The rollback is to the release before the update or to one that the update skipped.
  private var rollbackRoutes: [Route] {
    pairs.flatMap { old, new in
      (old..<new).flatMap { back in
        Set([new, releases.count - 1]).sorted().flatMap { next in
          [(true, true), (true, false), (false, true), (false, false)].map { there, then in
            Route(visits: [
              (releases[old], true), (releases[new], there), (releases[back], then),
              (releases[next], true),
            ])
          }
        }
      }
    }
  }

  /// The pairs of releases, shortest updates first, so that a problem is reported for one step.
  var pairs: [(old: Int, new: Int)] {
    releases.indices.dropFirst().flatMap { span in
      releases.indices.dropLast(span).map { ($0, $0 + span) }
    }
  }

  func checkUpdates(_ found: inout MigrationProblems) async throws {
    try await travel(updateRoutes, &found)
  }

  func checkRollbacks(_ found: inout MigrationProblems) async throws {
    try await travel(rollbackRoutes, &found)
  }

  private func travel(_ routes: [Route], _ found: inout MigrationProblems) async throws {
    for route in routes {
      for location in locations {
        let problems = try await AppDirectory.temporary { app in
          var journey = Journey(self, location, app)
          try await journey.follow(route)
          return journey.problems
        }
        for problem in problems { found.add(problem) }
      }
    }
  }

  /// The locations of the value: read from the file on each access, or held in memory.
  var locations: [StorageLocation] { [.file(history.name), .memoryBackedByFile(history.name)] }
}
