import Foundation

/// The directory as a kill in the middle of a write leaves it.
struct Kill {
  let content: AppDirectory.Content
  /// Whether the file of the release that was killed is complete.
  let isWritten: Bool
  let moment: String

  /// Every moment of one write.
  ///
  /// First comes its own file, then go the files that no release reads any more, then comes the file
  /// for the release before. A new file is complete under another name before it takes its own.
  static func all(
    from before: AppDirectory.Content, to after: AppDirectory.Content, of shipped: Lineage.Shipped,
    in name: String
  ) -> [Kill] {
    var kills: [Kill] = []
    var content = before
    func add(_ content: AppDirectory.Content, _ moment: String) {
      guard content != before, content != after else { return }
      let isWritten = content[shipped.path] == after[shipped.path]
      kills.append(Kill(content: content, isWritten: isWritten, moment: "killed \(moment)"))
    }
    func write(_ file: String) {
      guard let new = after[file], new != content[file] else { return }
      var half = content
      if let old = content[file], new.starts(with: old) {
        half[file] = new.prefix((old.count + new.count) / 2)
      } else {
        half[temporary(file)] = new.prefix(new.count / 2)
      }
      add(half, "with half of \(file) written")
      content[file] = new
      add(content, "when \(file) was written")
    }
    let files = StoredFile.all(of: name, in: before.merging(after) { $1 }).map(\.path)
    write(shipped.path)
    for file in files where after[file] == nil {
      content[file] = nil
      add(content, "when \(file) was removed")
    }
    for file in files where file != shipped.path { write(file) }
    return kills
  }

  /// The name of the next content on its way.
  private static func temporary(_ path: String) -> String {
    var parts = path.split(separator: "/").map(String.init)
    parts.append(".\(parts.removeLast()).tmp")
    return parts.joined(separator: "/")
  }
}
