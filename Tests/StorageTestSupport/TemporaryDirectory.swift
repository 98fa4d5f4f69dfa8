public import Foundation
public import Testing

/// Gives each test case an empty directory of its own, and removes it afterwards.
public struct TemporaryDirectory: SuiteTrait, TestTrait, TestScoping {
  @TaskLocal private static var current: URL?

  /// The directory of the running test case.
  public static var url: URL {
    guard let current else { preconditionFailure("the suite lacks the trait .temporaryDirectory") }
    return current
  }

  /// Each test of a suite has its own directory.
  public var isRecursive: Bool { true }

  /// Runs one test case with its directory.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer {
      do { try FileManager.default.removeItem(at: directory) } catch { Issue.record(error) }
    }
    try await Self.$current.withValue(directory) { try await function() }
  }
}

extension Trait where Self == TemporaryDirectory {
  /// Gives each test case an empty directory of its own: ``TemporaryDirectory/url``.
  public static var temporaryDirectory: Self { Self() }
}
