public import Foundation

extension LiveCityDevice {
  /// The names of the files in the directory, sorted; none when there is no directory.
  public func files() throws -> [String] {
    guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: directory.path)
      .filter { $0 != "caches" }.sorted()
  }

  /// The bytes of a file.
  public func bytes(of name: String) throws -> Data {
    try Data(contentsOf: directory.appending(path: name))
  }

  /// Puts bytes in the place of a file.
  public func put(_ bytes: Data, as name: String) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try bytes.write(to: directory.appending(path: name))
  }

  /// Changes a few bytes in the middle of a file, and returns what it is then.
  public func damage(_ name: String) throws -> Data {
    var bytes = try bytes(of: name)
    bytes.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 4, with: Data("oops".utf8))
    try put(bytes, as: name)
    return bytes
  }

  /// Puts a file in the place of the directory, so that nothing can be kept.
  ///
  /// Permissions would not do: they do not hold a superuser back.
  public func block() throws {
    try Data("in the way".utf8).write(to: directory)
  }

  /// Removes what ``block()`` put there.
  public func unblock() throws {
    try FileManager.default.removeItem(at: directory)
  }
}
