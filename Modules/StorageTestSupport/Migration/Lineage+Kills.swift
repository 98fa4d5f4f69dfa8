import Storage

extension Lineage {
  /// Kills each release of each update and rollback at every step, then runs it and the other one.
  func checkKills(_ found: inout MigrationProblems) async throws {
    for (old, new) in pairs {
      for location in locations {
        let pair = [releases[old], releases[new]]
        try await AppDirectory.temporary { app in
          var journey = Journey(self, location, app)
          for visit in 0..<4 {
            // Before the end of the first write, there is nothing to lose.
            journey.isKilled = visit > 0
            try await journey.visit(pair[visit % 2], writes: true)
            let other = pair[1 - visit % 2]
            for killed in journey.killed {
              for problem in try await after(killed, pair[visit % 2], other) { found.add(problem) }
            }
          }
        }
      }
    }
  }

  /// Returns the problems of the routes after a kill, on which either release runs first.
  private func after(
    _ killed: Journey.Killed, _ release: Shipped, _ other: Shipped
  ) async throws -> [MigrationProblem] {
    let routes = [
      Route(visits: [(release, false), (other, false), (release, true)]),
      Route(visits: [(other, true), (release, true)]),
    ]
    var problems: [MigrationProblem] = []
    for route in routes {
      problems += try await AppDirectory.temporary { app in
        var journey = try Journey(killed, in: app)
        try await journey.follow(route)
        return journey.problems
      }
    }
    return problems
  }
}
