import Storage

/// The part of the migration steps that has lost a fact.
struct Culprit {
  let part: Part
  let steps: ClosedRange<Int>

  enum Part: String {
    case up, down, kept, returned, storage
  }

  /// Determines the part and the steps that may have lost a fact.
  ///
  /// - Parameters:
  ///   - difference: The lost fact.
  ///   - version: The version of the release that misses the fact.
  ///   - source: The version of the file that this release has read.
  ///   - last: The version of the release that ran before, or `nil`.
  ///   - hasOwn: Whether this release had run before, so that a file of its version existed.
  init(
    _ difference: ExpectedFacts.Difference, in version: Int, from source: Int, after last: Int?,
    hasOwn: Bool
  ) {
    let writer = difference.writer
    let newest = max(writer, last ?? 0)
    if newest > version {
      (part, steps) = (.down, source + 1...newest)
    } else if case .back = difference.kind, writer < version {
      (part, steps) = (.down, writer + 1...version)
    } else if let last, last < writer {
      (part, steps) = (.kept, last + 1...writer)
    } else if writer < version {
      (part, steps) = (hasOwn ? .returned : .up, writer + 1...version)
    } else {
      (part, steps) = (.storage, version...version)
    }
  }

  /// The names of the steps, for a sentence.
  var stepNames: String {
    let versions = steps.map { "v\($0)" }
    return versions.count == 1
      ? "the step to \(versions[0])"
      : "the steps to \(versions.dropLast().joined(separator: ", ")) and \(versions.last ?? "")"
  }

  func advice(for kind: ExpectedFacts.Difference.Kind) -> String {
    switch (part, kind) {
    case (.storage, _): "No step is at fault: check the sample and the encoding of its type"
    case (.down, .missing): "Give \(stepNames) a `down` that keeps the identity"
    case (.down, .back): "Give \(stepNames) a `down`, so that removals are recognized"
    case (_, .missing), (_, .back): "Keep the identity of an element in all parts of \(stepNames)"
    case (.up, .fact(let fact, _, _)): "Let \(stepNames) preserve “\(fact)”"
    case (.down, .fact(let fact, _, _)):
      "Give \(stepNames) a `down` that carries “\(fact)” back"
    case (.kept, .fact(let fact, _, _)):
      "Let `up` of \(stepNames) take “\(fact)” from `kept`"
    case (.returned, .fact(let fact, _, _)):
      "Let `up` of \(stepNames) take “\(fact)” from `old`"
    }
  }
}

extension MigrationProblem {
  init(_ path: String, _ difference: ExpectedFacts.Difference, _ culprit: Culprit) {
    let element = difference.element
    let (finding, kind) =
      switch difference.kind {
      case .missing: ("element \(element) of v\(difference.writer) is gone", "missing")
      case .back: ("element \(element), which v\(difference.writer) removed, is back", "back")
      case .fact(let name, let found, let expected):
        (
          "“\(name)”\(element == 0 ? "" : " of element \(element)") "
            + (found.map { "is “\($0)”" } ?? "is not there") + " and was stored as "
            + "“\(expected)” by v\(difference.writer)",
          name
        )
      }
    self.init(
      path, finding, culprit.advice(for: difference.kind),
      Cause(kind: "\(culprit.part) \(kind)", steps: Set(culprit.steps)))
  }

  /// Creates the problem of a release that cannot read what another one has stored.
  init(_ path: String, _ shipped: Lineage.Shipped, _ error: StorageError) {
    let advice =
      switch error {
      case .migrationFailed(_, let step, _):
        "Let the step “\(step)” accept every value that the previous release could store"
      case .corrupt(_, .undecodable, _), .unreadable:
        "Do not edit a shipped type: restore it, and make the change in a new step"
      default: "Every release must read and store it"
      }
    self.init(path, "\(shipped.label) fails: \(error)", advice)
  }
}
