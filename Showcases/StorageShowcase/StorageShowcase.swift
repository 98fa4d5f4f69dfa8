import ShowcaseKit

/// Showcase of the guarantees of `Storage`, by the files that releases of an app write.
@main
enum StorageShowcase {
  static func main() async {
    await Showcase(
      name: "StorageShowcase",
      summary: "Update, roll back and damage an app's files, and show the results.",
      options: [.state],
      scenarios: [.renameTwice, .rollBackAndReturn, .damage]
    ).run()
  }
}
