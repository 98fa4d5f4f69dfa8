import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// Whether the only statement is an expression, or a branch on one, that can be a value.
  var isValue: Bool {
    guard let item = first?.item, count == 1 else { return false }
    switch item {
    case .expr(let expression): return expression.isBranch ? expression.isValue : true
    case .stmt(let statement):
      guard let expression = statement.as(ExpressionStmtSyntax.self)?.expression else {
        return statement.is(ThrowStmtSyntax.self)
      }
      return expression.isValue
    case .decl: return false
    }
  }

  /// Whether the only statement ends the program.
  var isNever: Bool {
    guard case .expr(let expression)? = first?.item else { return false }
    return ["fatalError", "preconditionFailure"].contains(expression.calleeName)
  }
}

extension ExprSyntax {
  var isBranch: Bool { self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self) }

  /// Whether each branch of an `if` or `switch` has a value.
  var isValue: Bool {
    if let branch = self.as(IfExprSyntax.self) {
      guard branch.body.statements.isValue else { return false }
      switch branch.elseBody {
      case .ifExpr(let next): return ExprSyntax(next).isValue
      case .codeBlock(let block): return block.statements.isValue
      case nil: return false
      }
    }
    guard let branch = self.as(SwitchExprSyntax.self) else { return true }
    return branch.cases.allSatisfy { $0.as(SwitchCaseSyntax.self)?.statements.isValue ?? false }
  }

  /// The expression without `try` and `await`.
  var uncovered: ExprSyntax {
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.uncovered }
    if let suspension = self.as(AwaitExprSyntax.self) { return suspension.expression.uncovered }
    return self
  }

  /// The name of the function that a call calls, without its type.
  var calleeName: String? {
    guard let called = uncovered.as(FunctionCallExprSyntax.self)?.calledExpression else {
      return nil
    }
    return called.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? called.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a statement can be inserted, which a block whose only expression is a value excludes.
  ///
  /// A `procedure` is the body of a function without a result.
  func acceptsStatements(in procedure: SyntaxIdentifier?) -> Bool {
    guard let owner = parent, id != procedure else { return true }
    if owner.is(ClosureExprSyntax.self) { return !isValue }
    if let branch = owner.as(CodeBlockSyntax.self)?.parent?.as(IfExprSyntax.self) {
      return !Syntax(branch).isValueOfItsPlace(in: procedure)
    }
    if let branch = owner.as(SwitchCaseSyntax.self)?.parent?.parent?.as(SwitchExprSyntax.self) {
      return !Syntax(branch).isValueOfItsPlace(in: procedure)
    }
    // A function's result has got a `return`; a nested function's may have none.
    if owner.is(CodeBlockSyntax.self), owner.parent?.is(FunctionDeclSyntax.self) ?? false {
      return !isValue
    }
    if owner.is(AccessorBlockSyntax.self) || owner.parent?.is(AccessorDeclSyntax.self) ?? false {
      return !isValue
    }
    return true
  }
}

extension Syntax {
  /// Whether the result of an `if` or `switch` is used, or may be.
  fileprivate func isValueOfItsPlace(in procedure: SyntaxIdentifier?) -> Bool {
    guard self.as(ExprSyntax.self)?.isValue ?? false else { return false }
    // The next branch of an `else if`.
    if let outer = parent?.as(IfExprSyntax.self) {
      return Syntax(outer).isValueOfItsPlace(in: procedure)
    }
    var item = parent
    if item?.is(ExpressionStmtSyntax.self) ?? false { item = item?.parent }
    guard let item = item?.as(CodeBlockItemSyntax.self) else { return true }
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self) else { return false }
    return list.count == 1 && !list.acceptsStatements(in: procedure)
  }
}

extension IfConfigDeclSyntax {
  /// The clause that the compiler reads on Linux, where the tests run.
  var activeClause: IfConfigClauseSyntax.Elements? {
    clauses.first { $0.condition?.isActive ?? true }?.elements
  }
}

extension ExprSyntax {
  fileprivate var isActive: Bool {
    if let infix = self.as(InfixOperatorExprSyntax.self) {
      let (left, right) = (infix.leftOperand.isActive, infix.rightOperand.isActive)
      return infix.operator.trimmedDescription == "&&" ? left && right : left || right
    }
    if let prefix = self.as(PrefixOperatorExprSyntax.self) { return !prefix.expression.isActive }
    return [
      "canImport(FoundationEssentials)", "canImport(FoundationNetworking)", "canImport(Glibc)",
      "os(Linux)", "DEBUG",
    ].contains(trimmedDescription)
  }
}
