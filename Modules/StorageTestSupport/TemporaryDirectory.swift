public import Foundation
public import Testing

/// A trait that provides each test case with an empty directory, and removes it afterwards.
public struct TemporaryDirectory: SuiteTrait, TestTrait, TestScoping {
  @TaskLocal private static var current: URL?

  /// The directory of the running test case.
  public static var url: URL {
    guard let current else { preconditionFailure("the suite lacks the trait .temporaryDirectory") }
    return current
  }

  /// Whether each test of a suite has its own directory, always `true`.
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
  /// A trait that provides each test case with an empty directory, ``TemporaryDirectory/url``.
  public static var temporaryDirectory: Self { Self() }
}
