import Foundation

/// The content of a directory after a kill in the middle of a write.
struct Kill {
  let content: AppDirectory.Content
  /// Whether the killed release's own file is complete.
  let isWritten: Bool
  let moment: String

  /// Returns the content after a kill at every moment of one write.
  ///
  /// A write first writes the release's own file, then removes the files that no release reads any
  /// more, then writes the file for the previous release. A new file is complete under another name
  /// before it gets its own.
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

  /// Returns the temporary path of a file that is being written.
  private static func temporary(_ path: String) -> String {
    var parts = path.split(separator: "/").map(String.init)
    parts.append(".\(parts.removeLast()).tmp")
    return parts.joined(separator: "/")
  }
}
