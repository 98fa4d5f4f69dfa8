import SwiftSyntax

/// The parameters of all functions, initializers and enumeration cases, by the called name.
struct Signatures {
  private typealias Parameters = [(label: String?, type: String)]

  private var all: [String: [Parameters]] = [:]

  /// Adds the declarations of a file.
  mutating func add(_ tree: SourceFileSyntax) {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(tree)
    for (name, parameters) in collector.found { all[name, default: []].append(parameters) }
  }

  /// Whether a declaration with this name has parameters with these two labels and of the same type.
  func allowsSwap(in name: String, _ first: String?, _ second: String?) -> Bool {
    (all[name] ?? []).contains { parameters in
      guard let one = parameters.firstIndex(where: { $0.label == first }) else { return false }
      return parameters[(one + 1)...].contains {
        $0.label == second && $0.type == parameters[one].type
      }
    }
  }

  private final class Collector: SyntaxVisitor {
    var found: [(name: String, parameters: Parameters)] = []
    private var types: [String] = []

    private func add(_ name: String, _ clause: FunctionParameterClauseSyntax) {
      let parameters = clause.parameters.map {
        (
          label: $0.firstName.text == "_" ? nil : $0.firstName.text,
          type: $0.type.trimmedDescription
        )
      }
      found.append((name, parameters))
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      add(node.name.text, node.signature.parameterClause)
      return .visitChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
      for name in [types.last, "init"].compactMap(\.self) {
        add(name, node.signature.parameterClause)
      }
      return .visitChildren
    }

    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
      if let clause = node.parameterClause {
        let parameters = clause.parameters.map {
          (label: $0.firstName?.text, type: $0.type.trimmedDescription)
        }
        found.append((node.name.text, parameters))
      }
      return .skipChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      // The memberwise initializer.
      let properties = node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .flatMap(\.bindings)
        .compactMap { binding in
          binding.typeAnnotation.map {
            (label: Optional(binding.pattern.trimmedDescription), type: $0.type.trimmedDescription)
          }
        }
      found.append((node.name.text, properties))
      return enter(node.name.text)
    }

    override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
      enter(node.name.text)
    }
    override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
      enter(node.name.text)
    }
    override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
      enter(node.name.text)
    }
    override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
      enter(node.extendedType.trimmedDescription.split(separator: ".").last.map(String.init) ?? "")
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

    private func enter(_ type: String) -> SyntaxVisitorContinueKind {
      types.append(type)
      return .visitChildren
    }
  }
}
