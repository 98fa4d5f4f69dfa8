import Foundation
public import Storage

/// All releases that have stored a value or a collection under one name, oldest first.
///
/// Each release has three parts: its schema, a sample of its stored values, and the facts of the
/// sample. A fact is content that the user would miss; its name means the same in every release.
///
/// ```swift
/// static let history = ReleaseHistory("profile", class: .critical)
///   .release(StoredSchema(ProfileV1.self)) {
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
/// Do not edit a release that has shipped. ``MigrationContract`` verifies the history.
public struct ReleaseHistory: Sendable {
  let name: String
  let dataClass: StorageClass
  let goldenFiles: URL
  private(set) var releases: [Release] = []

  /// Creates a history without a release.
  ///
  /// - Parameters:
  ///   - name: The name in the repository's location.
  ///   - dataClass: The storage class, which decides about ``MigrationContract/rules(for:)``.
  ///   - testFile: A file in the directory that contains the directory `GoldenFiles`.
  public init(
    _ name: String, class dataClass: StorageClass, goldenFilesBeside testFile: String = #filePath
  ) {
    self.name = name
    self.dataClass = dataClass
    goldenFiles = URL(filePath: testFile).deletingLastPathComponent()
      .appending(path: "GoldenFiles", directoryHint: .isDirectory)
  }

  /// Adds the next release of one value.
  ///
  /// - Parameters:
  ///   - schema: The chain of versions in that release.
  ///   - dropping: The facts of the previous release that this one discards intentionally.
  ///   - sample: Returns a value for the number of a write, with different content for each number.
  ///   - facts: Returns the content of a value that the user would miss, by name.
  /// - Returns: The history with this release as its newest.
  public func release<Value: Codable & Sendable>(
    _ schema: StoredSchema<Value>, dropping: Set<String> = [],
    sample: @escaping @Sendable (_ write: Int) -> Value,
    facts: @escaping @Sendable (Value) -> [String: String]
  ) -> ReleaseHistory {
    adding(Release(schema, dropping, in: self, sample, facts))
  }

  /// Adds the next release of a collection.
  ///
  /// - Parameters:
  ///   - schema: The chain of versions of one element in that release.
  ///   - dropping: The facts of the previous release that this one discards intentionally.
  ///   - sample: Returns an element for its number and the number of a write. Each element has its
  ///     own identity, which is the same in all releases, and different content for each write.
  ///   - facts: Returns the content of an element that the user would miss, by name.
  /// - Returns: The history with this release as its newest.
  public func release<Element: Codable & Identifiable & Sendable>(
    elements schema: StoredSchema<Element>, dropping: Set<String> = [],
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
