import Storage

/// Releases one after the other, each of which stores something or only reads.
struct Route {
  let visits: [(shipped: Lineage.Shipped, writes: Bool)]
}

extension Lineage {
  /// Each release alone, then from each to each later one, at once and by way of every one between.
  ///
  /// The file of one release before is all that an installed app has besides its own, so longer
  /// ways have no more to show.
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

  /// Each update, taken back to the release before it or to one that it skipped, and made again or
  /// followed by the newest.
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

  /// Shortest first, so that a problem is told where one step alone shows it.
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

  /// A release in whose memory the value is writes it as soon as it is read.
  var locations: [Location] { [.file(history.name), .memoryBackedByFile(history.name)] }
}
