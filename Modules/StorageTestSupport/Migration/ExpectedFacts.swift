/// The facts that the user expects, each as stored by the last release that knew it.
///
/// A fact that is not in here may have any value.
struct ExpectedFacts: Sendable {
  private(set) var elements: [Int: Element] = [:]

  struct Element: Sendable {
    /// Whether the element exists; `nil` if unknown.
    var isThere: Bool?
    /// The version that added or removed the element.
    var writer: Int
    var facts: [String: Fact] = [:]
  }

  struct Fact: Sendable {
    var value: String
    /// The version that stored the fact.
    var writer: Int
  }

  struct Difference: Sendable {
    enum Kind: Sendable {
      case missing, back
      case fact(String, found: String?, expected: String)
    }

    let element: Int
    let kind: Kind
    /// The version that stored the expected fact.
    let writer: Int
  }

  /// Records the elements that a release has stored and removed.
  ///
  /// If `isShown` is `false`, the release may not have loaded all elements. Then it is unknown
  /// whether a removed element still exists.
  mutating func store(
    _ stored: Facts, removing removed: [Int], isShown: Bool = true, by version: Int
  ) {
    for (number, facts) in stored {
      var element = elements[number] ?? Element(writer: version)
      // An element that may not have existed has no reliable facts from before.
      if element.isThere != true { element = Element(writer: version) }
      element.isThere = true
      for (name, value) in facts { element.facts[name] = Fact(value: value, writer: version) }
      elements[number] = element
    }
    for number in removed {
      elements[number] = Element(isThere: isShown ? false : nil, writer: version)
    }
  }

  mutating func forget(_ isForgotten: (_ name: String, _ writer: Int) -> Bool) {
    elements = elements.mapValues { element in
      var element = element
      element.facts = element.facts.filter { !isForgotten($0.key, $0.value.writer) }
      return element
    }
  }

  mutating func forget(_ difference: Difference) {
    if case .fact(let name, _, _) = difference.kind {
      elements[difference.element]?.facts[name] = nil
    } else {
      elements[difference.element]?.isThere = nil
      elements[difference.element]?.facts = [:]
    }
  }

  /// Returns the expected facts and elements that a release did not find as expected.
  ///
  /// Ignores the facts that are not in `known`.
  func differences(from found: Facts, known: Set<String>) -> [Difference] {
    elements.sorted { $0.key < $1.key }.flatMap { number, element in
      let facts = found[number]
      if let isThere = element.isThere, isThere != (facts != nil) {
        return [
          Difference(element: number, kind: isThere ? .missing : .back, writer: element.writer)
        ]
      }
      guard let facts else { return [] }
      return element.facts.sorted { $0.key < $1.key }.compactMap { name, fact in
        guard known.contains(name), facts[name] != fact.value else {
          return nil
        }
        return Difference(
          element: number, kind: .fact(name, found: facts[name], expected: fact.value),
          writer: fact.writer)
      }
    }
  }

  /// Discards the expectations that differ from `other`, which a release found before it wrote.
  ///
  /// Compares only the elements and the facts in `known`, because the release knows no other facts.
  mutating func doubt(what other: ExpectedFacts, differsIn known: Set<String>) {
    for (number, shown) in other.elements {
      if elements[number]?.isThere != shown.isThere { elements[number]?.isThere = nil }
      for (name, fact) in shown.facts where known.contains(name) {
        if elements[number]?.facts[name]?.value != fact.value {
          elements[number]?.facts[name] = nil
        }
      }
    }
  }
}
