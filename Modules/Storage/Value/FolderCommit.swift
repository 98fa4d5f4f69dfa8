import Synchronization

/// The replacement of several files of one directory as one step.
///
/// New files are prepared under other names, and listed in a manifest. When the manifest has its name,
/// the step is made: the next access to the directory finishes it. Before, prepared files are ignored.
enum FolderCommit {
  static let manifest = "commit"

  static func prepared(_ name: String) -> String { "\(name).prepared" }

  /// Gives the prepared files their names in this sequence, then removes other files.
  static func make(
    _ names: [String], removing removed: [String], in folder: DataDirectory
  ) throws(SystemFailure) {
    var text = Array((names.map { "+\($0)\n" } + removed.map { "-\($0)\n" }).joined().utf8)
    text.append(number: text.checksum())
    let file = try folder.replacement(of: manifest)
    try file.append(text)
    try file.commit()
    try finish(in: folder)
  }

  /// Finishes a step that was interrupted; each part can be repeated.
  ///
  /// If the manifest is damaged, nothing more is done. So the caller lists last the file that proves
  /// that the step was made.
  static func finish(in folder: DataDirectory) throws(SystemFailure) {
    // Several repositories may be opened at the same time.
    try folder.lock.commits.withLock { _ throws(SystemFailure) in try finishNow(in: folder) }
  }

  private static func finishNow(in folder: DataDirectory) throws(SystemFailure) {
    guard let reader = try folder.reader(manifest) else { return }
    let bytes = try reader.bytes(0..<reader.size)
    let text = Array(bytes.dropLast(4))
    var checksum: [UInt8] = []
    checksum.append(number: text.checksum())
    if checksum == Array(bytes.suffix(4)) {
      let present = Set(try folder.names(for: manifest))
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
        let name = String(line.dropFirst())
        if line.first == "-" {
          try folder.remove([name])
        } else if present.contains(prepared(name)) {
          try folder.rename(prepared(name), to: name)
        }
      }
      try folder.sync()
    }
    try folder.remove([manifest])
  }
}
