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
    /// More than one after a kill: what was there, and what was being stored.
    var values: Set<String>
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
      case fact(String, found: String?, expected: Set<String>)
    }
  }

  /// A release has stored and removed this; a removal that no other release will hear of says
  /// nothing.
  mutating func store(
    _ stored: Facts, removing removed: [Int], heardOf: Bool = true, by version: Int
  ) {
    for (number, facts) in stored {
      var element = elements[number] ?? Element(writer: version)
      // An element that may never have been there has kept nothing for sure.
      if element.isThere != true { element = Element(writer: version) }
      element.isThere = true
      for (name, value) in facts { element.facts[name] = Fact(values: [value], writer: version) }
      elements[number] = element
    }
    for number in removed {
      elements[number] = Element(isThere: heardOf ? false : nil, writer: version)
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
        guard known.contains(name), facts[name].map(fact.values.contains) != true else {
          return nil
        }
        return Difference(
          element: number, kind: .fact(name, found: facts[name], expected: fact.values),
          writer: fact.writer)
      }
    }
  }

  /// What a kill leaves to expect: this, or `other`; nothing where one of them does not say.
  func or(_ other: ExpectedFacts) -> ExpectedFacts {
    var either = ExpectedFacts()
    either.elements = elements.merging(other.elements) { before, after in
      Element(
        isThere: before.isThere == after.isThere ? after.isThere : nil, writer: after.writer,
        facts: after.facts.filter { before.facts[$0.key] != nil })
    }
    for (number, element) in either.elements {
      guard let before = elements[number], other.elements[number] != nil else {
        either.elements[number]?.isThere = nil
        continue
      }
      for name in element.facts.keys {
        either.elements[number]?.facts[name]?.values.formUnion(before.facts[name]?.values ?? [])
      }
    }
    return either
  }

  /// What is to be expected after one of several outcomes has been seen.
  func seen(as found: Facts) -> ExpectedFacts {
    var seen = self
    for (number, element) in elements {
      seen.elements[number]?.isThere = found[number] != nil
      for (name, fact) in element.facts {
        guard let value = found[number]?[name] else { continue }
        seen.elements[number]?.facts[name]?.values = fact.values.intersection([value])
      }
    }
    return seen
  }
}
