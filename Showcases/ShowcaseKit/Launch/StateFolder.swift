import Foundation

/// The folder in which the full-screen program of a showcase keeps its state between runs.
///
/// A hidden file in the folder names the showcase to which it belongs, and is locked while the showcase
/// runs. So two programs never share a folder, and a folder with files of another program is not changed.
enum StateFolder {
  /// Returns the folder that a showcase uses without the option `--state`.
  static func standard(for showcase: String) throws -> URL {
    try FileManager.default
      .url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: false
      )
      .appending(path: "FoodOrderingShowcases/\(showcase)", directoryHint: .isDirectory)
  }

  /// Takes a folder for a showcase until the process ends; creates it if it is missing.
  ///
  /// - Throws: ``StateFolderError``; what is in the folder has not changed then.
  static func take(_ url: URL, for showcase: String) throws -> URL {
    let (files, given) = (FileManager.default, url.path(percentEncoded: false))
    // With a slash at its end, the path of a file names nothing.
    let path = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
    func attempt<Result>(_ call: () throws -> Result) throws -> Result {
      do { return try call() } catch {
        throw StateFolderError(path, "cannot be used (\(error.localizedDescription))")
      }
    }
    var isFolder: ObjCBool = true
    if files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
      throw StateFolderError(path, "is not a folder")
    }
    try attempt { try files.createDirectory(at: url, withIntermediateDirectories: true) }
    let file = url.appending(path: ".showcase")
    let names = try attempt { try files.contentsOfDirectory(atPath: path) }
    guard names.isEmpty || names.contains(file.lastPathComponent) else {
      throw StateFolderError(path, "contains files of another program")
    }
    // The descriptor is never closed, so the lock lasts until the process ends.
    let descriptor = open(file.path(percentEncoded: false), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StateFolderError(path, "cannot be used (\(String(cString: strerror(errno))))")
    }
    let mark = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    let owner = String(decoding: try attempt { try mark.readToEnd() } ?? Data(), as: UTF8.self)
      .split(separator: " ")
    guard owner.isEmpty || owner[0] == showcase else {
      throw StateFolderError(path, "belongs to \(owner[0])")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw StateFolderError(
        path, "is in use: \(showcase) runs with it, as process \(owner.last ?? "")")
    }
    try attempt {
      try mark.truncate(atOffset: 0)
      try mark.write(
        contentsOf: Data("\(showcase) \(ProcessInfo.processInfo.processIdentifier)".utf8))
    }
    return url
  }
}

/// A folder that a showcase cannot use.
struct StateFolderError: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ problem: String) {
    description = "\(path) \(problem): choose another folder with --state DIR"
  }
}
