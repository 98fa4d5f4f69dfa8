import ShowcaseKit

/// A showcase of the guarantees of the module `Storage`.
///
/// It runs several releases of an app, and shows the files that they write.
@main
enum StorageShowcase: ShowcaseProgram {
  static let summary = "Update an app, roll it back, damage its files, and show the results."
  static let options: [ShowcaseOption] = [.state]
  static let scenarios: [Scenario] = [.renameTwice, .rollBackAndReturn, .damage]
}
