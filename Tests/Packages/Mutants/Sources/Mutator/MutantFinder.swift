import SwiftSyntax

/// Finds the mutants of one body.
final class MutantFinder: SyntaxVisitor {
  private(set) var mutants: [Mutant] = []
  private let path: String
  private let index: Index
  private let lines: SourceLocationConverter
  private let body: CodeBlockItemListSyntax?
  private let hasResult: Bool
  private let isBoolean: Bool

  init(
    _ path: String, _ index: Index, _ lines: SourceLocationConverter,
    of body: CodeBlockItemListSyntax?, hasResult: Bool, isBoolean: Bool
  ) {
    self.path = path
    self.index = index
    self.lines = lines
    self.body = body
    self.hasResult = hasResult
    self.isBoolean = isBoolean
    super.init(viewMode: .sourceAccurate)
  }

  /// The id of the body, if the body has no result.
  private var procedure: SyntaxIdentifier? { hasResult ? nil : body?.id }

  private func add(_ kind: Mutant.Kind, _ node: some SyntaxProtocol, _ replacement: String) {
    add(
      kind, node, from: node.start, to: node.endPositionBeforeTrailingTrivia.utf8Offset, replacement
    )
  }

  private func add(
    _ kind: Mutant.Kind, _ node: some SyntaxProtocol, from start: Int, to end: Int,
    _ replacement: String
  ) {
    mutants.append(
      Mutant(
        kind: kind, start: start, end: end, replacement: replacement,
        line: lines.location(for: AbsolutePosition(utf8Offset: start)).line,
        statement: statement(around: Syntax(node))))
  }

  /// Returns the position of the closest statement before which another one can be inserted.
  private func statement(around node: Syntax) -> Int {
    var next: Syntax? = node
    var outermost = node.start
    while let node = next {
      if let item = node.as(CodeBlockItemSyntax.self),
        let list = item.parent?.as(CodeBlockItemListSyntax.self)
      {
        outermost = item.start
        if list.id == body?.id || list.acceptsStatements(in: procedure) { return item.start }
      }
      next = node.parent
    }
    return outermost
  }

  // MARK: Operators

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.operator.trimmedDescription
    let replacements: [String: (kind: Mutant.Kind, names: [String])] = [
      "<": (.boundary, ["<=", ">="]), "<=": (.boundary, ["<", ">"]),
      ">": (.boundary, [">=", "<="]), ">=": (.boundary, [">", "<"]),
      "..<": (.boundary, ["..."]), "...": (.boundary, ["..<"]),
      "==": (.equality, ["!="]), "!=": (.equality, ["=="]),
      "===": (.equality, ["!=="]), "!==": (.equality, ["==="]),
      "+": (.arithmetic, ["-"]), "-": (.arithmetic, ["+"]),
      "&+": (.arithmetic, ["&-"]), "&-": (.arithmetic, ["&+"]),
      "+=": (.arithmetic, ["-="]), "-=": (.arithmetic, ["+="]),
    ]
    if ["<", ">"].contains(name), Syntax(node).isInComparator {
      // `<=` is no strict order, so the result of sorting by it would be undefined.
      add(.boundary, node.operator, name == "<" ? ">" : "<")
    } else if let (kind, names) = replacements[name], !(kind == .arithmetic && node.joins) {
      for name in names { add(kind, node.operator, name) }
    }
    let (left, right) = (node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription)
    switch name {
    case "&&": add(.logic, node, "(\(left) || \(right))")
    case "||": add(.logic, node, "(\(left) && \(right))")
    case "??": add(.fallback, node, "(\(right))")
    default: break
    }
    return .visitChildren
  }

  // MARK: Conditions and exits

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    let last = node.body.statements.last?.item
    let exits = node.elseBody == nil && (last?.isExit ?? false)
    if exits {
      append("false", to: node.conditions, .exit)
      if node.conditions.allSatisfy({ $0.condition.is(ExprSyntax.self) }) {
        add(.exit, node.conditions, "true")
        return .visitChildren
      }
    }
    negate(node.conditions)
    return .visitChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    append("false", to: node.conditions, .exit)
    for element in node.conditions {
      if let condition = element.condition.as(ExprSyntax.self) { add(.exit, condition, "true") }
    }
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    negate(node.conditions)
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if isBoolean, let value = node.expression, closestFunction(of: Syntax(node)) == body?.id {
      negate(value)
    }
    return .visitChildren
  }

  private func append(
    _ text: String, to conditions: ConditionElementListSyntax, _ kind: Mutant.Kind
  ) {
    let end = conditions.endPositionBeforeTrailingTrivia.utf8Offset
    add(kind, conditions, from: end, to: end, ", \(text)")
  }

  private func negate(_ conditions: ConditionElementListSyntax) {
    for element in conditions {
      if let condition = element.condition.as(ExprSyntax.self) { negate(condition) }
    }
  }

  /// Negates a condition, except a comparison, whose operator has mutants of its own.
  private func negate(_ condition: ExprSyntax) {
    if let infix = condition.as(InfixOperatorExprSyntax.self),
      ["<", "<=", ">", ">=", "==", "!=", "===", "!=="].contains(infix.operator.trimmedDescription)
    {
      return
    }
    guard !condition.isBranch, !condition.is(BooleanLiteralExprSyntax.self) else { return }
    if let prefix = condition.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      add(.condition, condition, prefix.expression.trimmedDescription)
    } else {
      add(.condition, condition, "!(\(condition.trimmedDescription))")
    }
  }

  private func closestFunction(of node: Syntax) -> SyntaxIdentifier? {
    var next = node.parent
    while let node = next {
      if node.id == body?.id { return node.id }
      if node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) { return nil }
      next = node.parent
    }
    return nil
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self) else { return .visitChildren }
    let isResult = hasResult && list.id == body?.id
    switch node.item {
    case .stmt(let statement):
      if statement.is(ContinueStmtSyntax.self) || statement.is(BreakStmtSyntax.self),
        list.count > 1 || !list.endsGuard
      {
        add(.statement, node, "_ = ()")
      } else if statement.is(DeferStmtSyntax.self) {
        add(.defer, node, "_ = ()")
      }
    case .expr(let expression):
      if isResult {
        if isBoolean { negate(expression) }
      } else if expression.isEffect, !expression.isMandatory(in: list),
        list.id == body?.id || list.acceptsStatements(in: procedure) || list.isEffect(in: procedure)
      {
        add(expression.isLock ? .lock : .statement, node, expression.unusedParameters)
      }
    case .decl: break
    }
    return .visitChildren
  }

  // MARK: Literals and cases

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard let value = node.representedLiteralValue else { return .skipChildren }
    add(.constant, node, "\(value + 1)")
    if value > 0 { add(.constant, node, "\(value - 1)") }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add(.literal, node, node.literal.text == "true" ? "false" : "true")
    return .skipChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let isCalled = node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
    let base = node.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
    if !isCalled, node.base == nil || base?.first?.isUppercase ?? false,
      let sibling = index.enumerations.sibling(
        of: node.declName.trimmedDescription, in: base, of: path)
    {
      add(.case, node.declName, sibling)
    }
    return .visitChildren
  }

  // MARK: Arguments

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    // What ends the program has no behavior to test; an assertion is not in a release.
    if ["fatalError", "preconditionFailure", "assert", "assertionFailure"].contains(
      ExprSyntax(node).calleeName)
    {
      return .skipChildren
    }
    let arguments = Array(node.arguments)
    for (first, second) in zip(arguments, arguments.dropFirst()) {
      let (one, other) = (first.expression, second.expression)
      guard one.isName, other.isName, one.trimmedDescription != other.trimmedDescription,
        let name = ExprSyntax(node).calleeName,
        index.signatures.allowsSwap(in: name, first.label?.text, second.label?.text)
      else { continue }
      let label = second.label.map { "\($0.text): " } ?? ""
      add(
        .argument, one, from: one.start, to: other.endPositionBeforeTrailingTrivia.utf8Offset,
        "\(other.trimmedDescription), \(label)\(one.trimmedDescription)")
    }
    return .visitChildren
  }

  // MARK: What is not mutated

  override func visit(_ node: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind {
    // A pattern of a `switch` has to remain exhaustive; its numbers may change.
    if node.pattern.trimmedDescription.first?.isNumber ?? false { walk(node.pattern) }
    if let clause = node.whereClause { walk(clause) }
    return .skipChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    if let clause = node.activeClause { walk(clause) }
    return .skipChildren
  }

  override func visit(_ node: FunctionParameterClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AvailabilityConditionSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: TypeAnnotationSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
}

extension Syntax {
  /// Whether the closest closure around the expression is an argument of `sort`, `min` or `max`.
  fileprivate var isInComparator: Bool {
    guard
      let closure = sequence(first: self, next: \.parent).lazy
        .compactMap({ $0.as(ClosureExprSyntax.self) }).first
    else { return false }
    return ["sort", "sorted", "min", "max"].contains(closure.receiver)
  }
}

extension ClosureExprSyntax {
  /// The call to which the closure is passed.
  fileprivate var call: FunctionCallExprSyntax? {
    parent?.as(FunctionCallExprSyntax.self)
      ?? parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
  }

  fileprivate var receiver: String? { call.flatMap { ExprSyntax($0).calleeName } }
}

extension InfixOperatorExprSyntax {
  /// Whether an operand shows that `+` joins texts or arrays.
  fileprivate var joins: Bool {
    [leftOperand, rightOperand].contains {
      $0.is(StringLiteralExprSyntax.self) || $0.is(ArrayExprSyntax.self)
        || $0.as(InfixOperatorExprSyntax.self)?.joins ?? false
    }
  }
}

extension CodeBlockItemSyntax.Item {
  fileprivate var isExit: Bool {
    self.is(ReturnStmtSyntax.self) || self.is(ThrowStmtSyntax.self)
      || self.is(ContinueStmtSyntax.self)
      || self.is(BreakStmtSyntax.self)
  }
}

extension CodeBlockItemListSyntax {
  /// Whether the block is that of a `guard` or a `case`, which must not lose its only statement.
  fileprivate var endsGuard: Bool {
    parent?.parent?.is(GuardStmtSyntax.self) ?? false || parent?.is(SwitchCaseSyntax.self) ?? false
  }

  /// Whether the block is the closure of a call whose result is unused, such as `withLock`.
  fileprivate func isEffect(in procedure: SyntaxIdentifier?) -> Bool {
    var next = parent?.as(ClosureExprSyntax.self)?.call.map(Syntax.init)?.parent
    while next?.is(TryExprSyntax.self) ?? false || next?.is(AwaitExprSyntax.self) ?? false {
      next = next?.parent
    }
    guard let list = next?.as(CodeBlockItemSyntax.self)?.parent?.as(CodeBlockItemListSyntax.self)
    else {
      return false
    }
    return list.acceptsStatements(in: procedure)
  }
}

extension ExprSyntax {
  /// Whether the expression is a call or an assignment.
  fileprivate var isEffect: Bool {
    let expression = uncovered
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      let name = infix.operator.trimmedDescription
      return infix.operator.is(AssignmentExprSyntax.self)
        || name.hasSuffix("=") && !["==", "!=", "<=", ">=", "==="].contains(name)
    }
    return expression.is(FunctionCallExprSyntax.self)
  }

  /// Whether the statement cannot be removed: a delegation, a precondition, or a first assignment.
  fileprivate func isMandatory(in list: CodeBlockItemListSyntax) -> Bool {
    if ["fatalError", "preconditionFailure", "assert", "assertionFailure"].contains(calleeName) {
      return true
    }
    if uncovered.as(InfixOperatorExprSyntax.self)?.leftOperand.trimmedDescription == "self" {
      return true
    }
    if let assigned = uncovered.as(InfixOperatorExprSyntax.self)?.leftOperand,
      assigned.isDeclaredAhead
    {
      return true
    }
    guard list.parent?.parent?.is(InitializerDeclSyntax.self) ?? false else { return false }
    return calleeName == "init" || uncovered.is(InfixOperatorExprSyntax.self)
  }

  /// Whether the name belongs to a constant that is declared without a value.
  fileprivate var isDeclaredAhead: Bool {
    let name = trimmedDescription
    return sequence(first: Syntax(self), next: \.parent).contains { node in
      node.as(CodeBlockItemListSyntax.self)?.contains { item in
        item.item.as(VariableDeclSyntax.self)?.bindings.contains {
          $0.initializer == nil && $0.accessorBlock == nil && $0.pattern.trimmedDescription == name
        } ?? false
      } ?? false
    }
  }

  fileprivate var isLock: Bool {
    self.is(AwaitExprSyntax.self)
      && ["lock", "wait", "acquire"].contains { trimmedDescription.contains($0) }
  }

  /// A statement without effect that uses the closure parameters of the replaced statement.
  fileprivate var unusedParameters: String {
    let names = ["$0", "$1", "$2"].filter { trimmedDescription.contains($0) }
    guard let last = names.last, parent?.parent?.parent?.is(ClosureExprSyntax.self) ?? false else {
      return "_ = ()"
    }
    return last == "$0"
      ? "_ = $0" : "_ = (\(["$0", "$1", "$2"].prefix { $0 <= last }.joined(separator: ", ")))"
  }

  /// Whether the expression is a name, or members of one.
  fileprivate var isName: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.isName ?? false }
    guard let reference = self.as(DeclReferenceExprSyntax.self) else { return false }
    return reference.argumentNames == nil
  }
}
