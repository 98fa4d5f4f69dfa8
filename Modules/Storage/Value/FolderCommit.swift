import Synchronization

/// The replacement of several files of one directory as one step.
///
/// New files are prepared under other names, and listed in a manifest. When the manifest has its name,
/// the step is made: the next access to the directory finishes it. Before, prepared files are ignored.
enum FolderCommit {
  static let manifest = "commit"

  static func prepared(_ name: String) -> String { "\(name).prepared" }

  /// Gives the prepared files their names, in this sequence.
  static func make(_ names: [String], in folder: DataDirectory) throws(SystemFailure) {
    let file = try folder.replacement(of: manifest)
    try file.append(sealed(Array(names.joined(separator: "\n").utf8)))
    try file.commit()
    try finish(in: folder)
  }

  /// Finishes a step that was interrupted; each part can be repeated.
  ///
  /// If the manifest is damaged, nothing more is done. A caller that has to know whether the step is
  /// complete lists the file with its own record last.
  static func finish(in folder: DataDirectory) throws(SystemFailure) {
    // Several repositories may be opened at the same time.
    try folder.lock.commits.withLock { _ throws(SystemFailure) in
      guard let reader = try folder.reader(manifest) else { return }
      let bytes = try reader.bytes(0..<reader.size)
      let text = Array(bytes.dropLast(4))
      if sealed(text) == bytes {
        let present = Set(try folder.names(for: manifest))
        for name in String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        where present.contains(prepared(name)) {
          try folder.rename(prepared(name), to: name)
        }
        try folder.sync()
      }
      try folder.remove([manifest])
    }
  }

  /// Returns a text with its checksum.
  private static func sealed(_ text: [UInt8]) -> [UInt8] {
    var bytes = text
    bytes.append(number: text.checksum())
    return bytes
  }
}
