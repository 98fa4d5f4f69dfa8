import SwiftSyntax

/// The cases without payload of all enumerations, by name.
struct Enumerations {
  private struct Enumeration {
    let module: Substring
    let name: String
    let cases: [String]
  }

  private var all: [Enumeration] = []

  /// Adds the enumerations of a file.
  mutating func add(_ tree: SourceFileSyntax, of path: String) {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(tree)
    let module = Self.module(of: path)
    all += collector.found.map { Enumeration(module: module, name: $0.name, cases: $0.cases) }
  }

  /// Returns another case of the same enumeration, if the names determine the enumeration.
  ///
  /// An enumeration of the same module comes before those of other modules.
  func sibling(of name: String, in type: String?, of path: String) -> String? {
    let candidates = all.filter { $0.cases.contains(name) && (type == nil || type == $0.name) }
    let own = candidates.filter { $0.module == Self.module(of: path) }
    let matches = own.isEmpty ? candidates : own
    guard matches.count == 1, let cases = matches.first?.cases, cases.count > 1,
      let index = cases.firstIndex(of: name)
    else { return nil }
    return cases[(index + 1) % cases.count]
  }

  private static func module(of path: String) -> Substring {
    let folders = path.split(separator: "/")
    return folders.firstIndex(of: "Modules").map { folders[folders.index(after: $0)] } ?? ""
  }

  private final class Collector: SyntaxVisitor {
    var found: [(name: String, cases: [String])] = []

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
      let elements = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
        .flatMap(\.elements)
      let cases = elements.filter { $0.parameterClause == nil }.map(\.name.text)
      found.append((node.name.text, cases))
      return .visitChildren
    }
  }
}
