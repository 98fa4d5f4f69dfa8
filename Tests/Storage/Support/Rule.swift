public import Testing

/// A rule of a contract: a sentence, and a check that fails if the rule is broken.
///
/// A contract is a list of rules. Each implementation runs all of them:
///
/// ```swift
/// @Test(arguments: ShoppingCartContract.rules)
/// func `Every rule holds with files`(_ rule: Rule<any CartDevice>) async throws {
///   try await rule.check(LiveCartDevice())
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
