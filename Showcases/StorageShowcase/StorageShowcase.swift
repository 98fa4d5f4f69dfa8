import ShowcaseKit

/// Showcase of the guarantees of `Storage`, by the files that releases of an app write.
@main
enum StorageShowcase {
  static func main() async {
    await Showcase(
      name: "StorageShowcase",
      summary: "Update, roll back and damage an app's files, and see what becomes of each.",
      options: [.state],
      scenarios: [.renameTwice, .rollBackAndReturn, .damage]
    ).run()
  }
}
