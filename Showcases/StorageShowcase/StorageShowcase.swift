import ShowcaseKit

/// Showcase of the guarantees of `Storage`, by the files that releases of an app write.
@main
enum StorageShowcase {
  static func main() async {
    await Showcase(
      name: "StorageShowcase",
      summary: "Update an app, roll it back, damage its files, and show the results.",
      options: [.state],
      scenarios: [.renameTwice, .rollBackAndReturn, .damage]
    ).run()
  }
}
