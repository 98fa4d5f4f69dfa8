import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Prints the mutants of Swift sources as JSON; `run` builds and tests them.
///
///     Mutator FOLDER
///
/// The paths in the result are relative to the current directory.
@main
struct Mutator {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: Mutator FOLDER\n".utf8))
      exit(64)
    }
    let paths = try FileManager.default.subpathsOfDirectory(atPath: CommandLine.arguments[1])
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { "\(CommandLine.arguments[1])/\($0)" }
    var trees: [(path: String, tree: SourceFileSyntax)] = []
    var index = Index()
    for path in paths {
      let parsed = Parser.parse(source: try String(contentsOfFile: path, encoding: .utf8))
      // An operator that the sources declare has no precedence here, and no mutants.
      let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
      guard let tree = folded.as(SourceFileSyntax.self) else { continue }
      trees.append((path, tree))
      index.enumerations.add(tree, of: path)
      index.signatures.add(tree)
    }
    let sources = trees.map { path, tree in
      let finder = BodyFinder(path, tree, index)
      finder.walk(tree)
      return Source(path: path, bodies: finder.bodies, constants: finder.constants)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    FileHandle.standardOutput.write(try encoder.encode(sources.filter { !$0.isEmpty }))
  }
}

/// The declarations of all sources.
struct Index {
  var enumerations = Enumerations()
  var signatures = Signatures()
}
