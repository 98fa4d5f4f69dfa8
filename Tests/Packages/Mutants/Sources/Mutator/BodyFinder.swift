import SwiftSyntax

/// Finds the bodies and the constants of a file that have mutants.
final class BodyFinder: SyntaxVisitor {
  private(set) var bodies: [Body] = []
  private(set) var constants: [Constant] = []
  private let path: String
  private let index: Index
  private let lines: SourceLocationConverter

  init(_ path: String, _ tree: SourceFileSyntax, _ index: Index) {
    self.path = path
    self.index = index
    lines = SourceLocationConverter(fileName: path, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let result = node.signature.returnClause?.type.trimmedDescription ?? "Void"
    add(
      node.body?.statements, of: node.attributes,
      result: ["Void", "()", "Never"].contains(result) ? nil : result)
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.body?.statements, of: node.attributes, result: nil)
    return .skipChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.body?.statements, of: node.attributes, result: nil)
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !node.attributes.isInlinable else { return .skipChildren }
    for binding in node.bindings {
      if let accessors = binding.accessorBlock {
        add(accessors, of: node.attributes, result: binding.typeAnnotation?.type.trimmedDescription)
      }
      if let value = binding.initializer?.value { add(value) }
    }
    return .skipChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    if let accessors = node.accessorBlock {
      add(accessors, of: node.attributes, result: node.returnClause.type.trimmedDescription)
    }
    return .skipChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    if let clause = node.activeClause { walk(clause) }
    return .skipChildren
  }

  private func add(
    _ accessors: AccessorBlockSyntax, of attributes: AttributeListSyntax, result: String?
  ) {
    switch accessors.accessors {
    case .getter(let statements):
      add(statements, of: attributes, result: result)
    case .accessors(let list):
      for accessor in list {
        switch accessor.accessorSpecifier.tokenKind {
        case .keyword(.get):
          add(accessor.body?.statements, of: accessor.attributes, result: result)
        case .keyword(.set), .keyword(.willSet), .keyword(.didSet):
          add(accessor.body?.statements, of: accessor.attributes, result: nil)
        default: break
        }
      }
    }
  }

  private func add(
    _ statements: CodeBlockItemListSyntax?, of attributes: AttributeListSyntax, result: String?
  ) {
    // What depends on a compile-time condition as a whole may have a result that is not seen here.
    guard let statements, !attributes.isInlinable,
      !statements.contains(where: { $0.item.is(IfConfigDeclSyntax.self) })
    else { return }
    let hasResult = result != nil && statements.isValue && !statements.isNever
    let finder = MutantFinder(
      path, index, lines, of: statements, hasResult: hasResult, isBoolean: result == "Bool")
    finder.walk(statements)
    guard !finder.mutants.isEmpty, let first = statements.first else { return }
    bodies.append(
      Body(
        start: first.start, end: statements.endPositionBeforeTrailingTrivia.utf8Offset,
        result: hasResult ? first.start : nil, returns: result != nil, mutants: finder.mutants))
  }

  private func add(_ value: ExprSyntax) {
    guard value.is(IntegerLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self) else {
      return
    }
    let finder = MutantFinder(path, index, lines, of: nil, hasResult: true, isBoolean: false)
    finder.walk(value)
    constants.append(
      Constant(
        start: value.start, end: value.endPositionBeforeTrailingTrivia.utf8Offset,
        mutants: finder.mutants))
  }
}

extension SyntaxProtocol {
  /// The position of the first token.
  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
}

extension AttributeListSyntax {
  /// Whether the declaration's body is compiled into clients, as with `@inlinable`.
  fileprivate var isInlinable: Bool {
    contains {
      ["inlinable", "usableFromInline", "_alwaysEmitIntoClient"].contains(
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription)
    }
  }
}
