import Foundation
public import Storage

/// Every release that kept a value or a collection under one name, oldest first.
///
/// Each release is said in three parts: its schema, a sample of what it stores, and the facts in
/// that sample which the user would miss, under names that mean the same in every release.
///
/// ```swift
/// static let history = ReleaseHistory("profile", class: .userState)
///   .release(Schema(ProfileV1.self)) {
///     ProfileV1(nick: "name \($0)")
///   } facts: {
///     ["name": $0.nick]
///   }
///   .release(Profile.schema) {
///     Profile(name: "name \($0)", greeting: "greeting \($0)")
///   } facts: {
///     ["name": $0.name, "greeting": $0.greeting]
///   }
/// ```
///
/// A release that has shipped is not edited here either. What is verified: ``MigrationContract``.
public struct ReleaseHistory: Sendable {
  let name: String
  let dataClass: DataClass
  let goldenFiles: URL
  private(set) var releases: [Release] = []

  /// Begins a history without a release.
  ///
  /// - Parameters:
  ///   - name: The name in the repository's location.
  ///   - dataClass: What the value is worth. A cache keeps no way back, so
  ///     ``MigrationContract/rollbacks`` and ``MigrationContract/kills`` are not for caches.
  ///   - testFile: The golden files are in a folder `GoldenFiles` beside it.
  public init(
    _ name: String, class dataClass: DataClass, goldenFilesBeside testFile: String = #filePath
  ) {
    self.name = name
    self.dataClass = dataClass
    goldenFiles = URL(filePath: testFile).deletingLastPathComponent()
      .appending(path: "GoldenFiles", directoryHint: .isDirectory)
  }

  /// Adds the next release of one value.
  ///
  /// - Parameters:
  ///   - schema: The chain as it was in that release.
  ///   - dropping: Facts of the release before that this one gives up on purpose.
  ///   - sample: A value, given the number of a write, with another content for every number.
  ///   - facts: What the user would miss of a value, by name.
  /// - Returns: The history with this release as its newest.
  public func release<Value: Codable & Sendable>(
    _ schema: Schema<Value>, dropping: Set<String> = [],
    sample: @escaping @Sendable (_ write: Int) -> Value,
    facts: @escaping @Sendable (Value) -> [String: String]
  ) -> ReleaseHistory {
    adding(Release(schema, dropping, in: self, sample, facts))
  }

  /// Adds the next release of a collection.
  ///
  /// - Parameters:
  ///   - schema: The chain of one element as it was in that release.
  ///   - dropping: Facts of the release before that this one gives up on purpose.
  ///   - sample: An element, given its number and the number of a write: each element with an
  ///     identity of its own, which is the same in all releases, and another content for every
  ///     write.
  ///   - facts: What the user would miss of an element, by name.
  /// - Returns: The history with this release as its newest.
  public func release<Element: Codable & Identifiable & Sendable>(
    elements schema: Schema<Element>, dropping: Set<String> = [],
    sample: @escaping @Sendable (_ element: Int, _ write: Int) -> Element,
    facts: @escaping @Sendable (Element) -> [String: String]
  ) -> ReleaseHistory where Element.ID: Codable & Sendable {
    adding(Release(elements: schema, dropping, in: self, sample, facts))
  }

  private func adding(_ release: Release) -> ReleaseHistory {
    var history = self
    history.releases.append(release)
    return history
  }
}
