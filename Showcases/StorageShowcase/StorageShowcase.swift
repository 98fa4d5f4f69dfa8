import ShowcaseKit

/// A showcase of the guarantees of `Storage`, which shows the files that releases of an app write.
@main
enum StorageShowcase: ShowcaseProgram {
  static let summary = "Update an app, roll it back, damage its files, and show the results."
  static let options: [ShowcaseOption] = [.state]
  static let scenarios: [Scenario] = [.renameTwice, .rollBackAndReturn, .damage]
}
