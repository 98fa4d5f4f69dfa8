public import Foundation

extension CityDevice {
  /// Returns the sorted names of the files in the directory; empty if it does not exist.
  public func files() throws -> [String] {
    guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: directory.path)
      .filter { $0 != "caches" }.sorted()
  }

  /// Returns the bytes of a file.
  public func bytes(of name: String) throws -> Data {
    try Data(contentsOf: directory.appending(path: name))
  }

  /// Replaces the content of a file.
  public func put(_ bytes: Data, as name: String) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try bytes.write(to: directory.appending(path: name))
  }

  /// Overwrites four bytes in the middle of a file; returns the damaged bytes.
  public func damage(_ name: String) throws -> Data {
    var bytes = try bytes(of: name)
    bytes.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 4, with: Data("oops".utf8))
    try put(bytes, as: name)
    return bytes
  }

  /// Creates a file at the path of the directory, so that nothing can be stored.
  ///
  /// Permissions are insufficient, because they do not apply to a superuser.
  public func block() throws {
    try Data("in the way".utf8).write(to: directory)
  }

  /// Removes the file that ``block()`` created.
  public func unblock() throws {
    try FileManager.default.removeItem(at: directory)
  }
}
