/// What the user expects to find: each fact as the last release that knew it has stored it.
///
/// What is not here, nobody can say.
struct ExpectedFacts: Sendable {
  private(set) var elements: [Int: Element] = [:]

  struct Element: Sendable {
    /// Nothing when nobody can say.
    var isThere: Bool?
    /// The version that has added or removed it.
    var writer: Int
    var facts: [String: Fact] = [:]
  }

  struct Fact: Sendable {
    var value: String
    /// The version that has stored it.
    var writer: Int
  }

  struct Difference: Sendable {
    let element: Int
    let kind: Kind
    /// The version that has stored what was expected.
    let writer: Int

    enum Kind: Sendable {
      case missing, back
      case fact(String, found: String?, expected: String)
    }
  }

  /// A release has stored and removed this; the removal of what it was not shown says nothing.
  mutating func store(
    _ stored: Facts, removing removed: [Int], isShown: Bool = true, by version: Int
  ) {
    for (number, facts) in stored {
      var element = elements[number] ?? Element(writer: version)
      // An element that may never have been there has kept nothing for sure.
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

  /// What a release with these facts should have found and did not.
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

  /// A release that knows this much, and has been shown something else, has stored something.
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
