public import Testing

/// A rule of a contract: a sentence, and a check that fails if the rule is broken.
///
/// A contract is a list of rules. Each implementation runs all of them:
///
/// ```swift
/// @Test(arguments: ShoppingCartContract.rules.cases())
/// func `Every rule holds`(_ rule: Rule<CartDevice>, hasFiles: Bool) async throws {
///   try await rule.check(CartDevice(hasFiles: hasFiles))
/// }
/// ```
public struct Rule<Subject>: Sendable, CustomTestStringConvertible {
  /// The rule as a sentence.
  public let testDescription: String
  /// Whether the rule holds only for values that are stored in files.
  public let needsFiles: Bool
  /// Records an issue if the rule does not hold for a new subject.
  public let check: @Sendable (Subject) async throws -> Void

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - sentence: The rule, with its subject.
  ///   - needsFiles: Whether the rule holds only for values that are stored in files.
  ///   - check: The check of a new subject.
  public init(
    _ sentence: String, needsFiles: Bool = false,
    check: @escaping @Sendable (Subject) async throws -> Void
  ) {
    testDescription = sentence
    self.needsFiles = needsFiles
    self.check = check
  }
}

extension Collection {
  /// Returns each rule for a subject with files, and those that hold without also for one in memory.
  public func cases<Subject>() -> [(Rule<Subject>, hasFiles: Bool)]
  where Element == Rule<Subject> {
    map { ($0, true) } + filter { !$0.needsFiles }.map { ($0, false) }
  }
}
