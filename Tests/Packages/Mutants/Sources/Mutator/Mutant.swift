/// A source file with its mutants.
///
/// All positions are offsets in UTF-8.
struct Source: Encodable {
  let path: String
  let bodies: [Body]
  let constants: [Constant]

  var isEmpty: Bool { bodies.isEmpty && constants.isEmpty }
}

/// The statements of a function, initializer or accessor.
///
/// A mutant is a copy of them with one edit.
struct Body: Encodable {
  let start: Int
  let end: Int
  /// The position of the single expression that is the result, without `return`; `nil` if there is none.
  let result: Int?
  /// Whether each path returns a value, so that execution never reaches the end of the statements.
  let returns: Bool
  let mutants: [Mutant]
}

/// A literal that is the initial value of a property.
struct Constant: Encodable {
  let start: Int
  let end: Int
  let mutants: [Mutant]
}

/// An edit that should make a test fail.
struct Mutant: Encodable {
  enum Kind: String, Encodable {
    case argument, arithmetic, boundary, `case`, condition, constant, `defer`, equality, exit,
      fallback
    case literal, lock, logic, statement
  }

  let kind: Kind
  let start: Int
  let end: Int
  let replacement: String
  let line: Int
  /// The position of the statement that a test has to reach.
  let statement: Int
}
