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
            // Before the first write has ended there is nothing to lose.
            journey.notesKills = visit > 0
            let shipped = pair[visit % 2]
            let noted = journey.kills.count
            try await journey.visit(shipped, writes: true)
            for kill in journey.kills[noted...] {
              for problem in try await after(kill, in: journey, shipped, pair[1 - visit % 2]) {
                found.add(problem)
              }
            }
          }
        }
        try await checkFailingStep(from: releases[old], to: releases[new], location, &found)
      }
    }
  }

  /// What is found by the release that was killed, and by the other one, which may also store.
  private func after(
    _ kill: Kill, in journey: Journey, _ killed: Shipped, _ other: Shipped
  ) async throws -> [MigrationProblem] {
    let afterReading = try await AppDirectory.temporary { app in
      var journey = try Journey(journey, killed: kill, in: app)
      let seen = try await journey.visit(killed, writes: false)
      try await journey.visit(other, writes: false)
      journey.settle(seen)
      try await journey.visit(killed, writes: true)
      return journey.problems
    }
    let afterStoring = try await AppDirectory.temporary { app in
      var journey = try Journey(journey, killed: kill, in: app)
      try await journey.visit(other, writes: true)
      try await journey.visit(killed, writes: true)
      return journey.problems
    }
    return afterReading + afterStoring
  }

  /// A step that fails, or is killed, leaves the directory as it was.
  private func checkFailingStep(
    from old: Shipped, to new: Shipped, _ location: Location, _ found: inout MigrationProblems
  ) async throws {
    let problems = try await AppDirectory.temporary { app in
      var journey = Journey(self, location, app)
      try await journey.visit(old, writes: true)
      let before = try app.content()
      await new.release.failToUpdate(location, app.storage, Write(number: 2))
      var problems: [MigrationProblem] = []
      if try app.content() != before {
        problems.append(
          MigrationProblem(
            "\(old.label) → after \(new.label)", "a step that failed has changed the files",
            "No step of the history is at fault"))
      }
      try await journey.visit(old, writes: false)
      try await journey.visit(new, writes: false)
      return problems + journey.problems
    }
    for problem in problems { found.add(problem) }
  }
}
