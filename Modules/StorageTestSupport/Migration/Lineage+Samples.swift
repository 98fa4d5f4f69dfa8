extension Lineage {
  /// Checks that every release has facts, and that each write changes all of them.
  ///
  /// Otherwise a loss would not be detected.
  func checkSamples(_ found: inout MigrationProblems) {
    for shipped in releases {
      if shipped.known.isEmpty {
        found.add(
          MigrationProblem(
            shipped.label, "has no facts", "Return the content that users would miss from `facts`"))
      }
      for name in shipped.known.sorted() { checkChanges(of: name, in: shipped, &found) }
    }
    for (before, after) in zip(releases, releases.dropFirst()) {
      let missing = before.known.subtracting(after.known).subtracting(after.release.dropping)
      for name in missing.sorted() {
        found.add(
          MigrationProblem(
            "\(before.label) → \(after.label)", "\(after.label) does not know “\(name)”",
            "Add it to its `facts`, or to `dropping` if it is discarded intentionally"))
      }
    }
  }

  private func checkChanges(
    of name: String, in shipped: Shipped, _ found: inout MigrationProblems
  ) {
    let samples = (1...3).map { shipped.release.stored(Write(number: $0)) }
    for (number, pair) in zip(1..., zip(samples, samples.dropFirst())) {
      for (element, facts) in pair.1.sorted(by: { $0.key < $1.key }) {
        guard let before = pair.0[element]?[name], before == facts[name] else { continue }
        found.add(
          MigrationProblem(
            shipped.label, "“\(name)” is “\(before)” in writes \(number) and \(number + 1)",
            "Let the sample depend on the number of the write"))
      }
    }
  }
}
