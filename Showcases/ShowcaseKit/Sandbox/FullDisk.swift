import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A simulated disk that can be full, for the directory in which an app stores its data.
///
/// While the disk is full, an empty file has the directory's name, and the directory has another name.
/// So every write of the app fails. The file and the directory exchange their names in one system call,
/// so the directory's name is never unused. Otherwise a running app could create a new directory there.
struct FullDisk {
  private let folder: String
  private let aside: String
  /// Whether every write fails.
  private(set) var isFull: Bool

  /// Creates a disk for a directory.
  ///
  /// The disk is full if an earlier process ended while the disk was full.
  init(_ folder: URL) {
    self.folder = Self.path(of: folder)
    aside = self.folder + ".aside"
    isFull = Self.isFolder(aside) == true && Self.isFolder(self.folder) == false
  }

  /// Makes every write fail.
  mutating func fill() throws {
    guard !isFull else { return }
    // The directory may not exist, because the app may not have stored anything yet.
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if !hasPlaceholder {
      // The write fails if another file already has this name. Otherwise `free()` would later remove
      // that file.
      try Data().write(to: URL(filePath: aside), options: .withoutOverwriting)
    }
    do { try exchange() } catch {
      try removePlaceholder()
      throw error
    }
    isFull = true
  }

  /// Lets writes succeed again.
  mutating func free() throws {
    guard isFull else { return }
    try exchange()
    isFull = false
    try removePlaceholder()
  }

  private func exchange() throws {
    #if canImport(Darwin)
      let result = renamex_np(folder, aside, UInt32(RENAME_SWAP))
    #elseif canImport(Glibc)
      let result =
        Self.renameat2?(AT_FDCWD, folder, AT_FDCWD, aside, Self.exchangeFlag) ?? missing()
    #else
      let result = missing()
    #endif
    guard result == 0 else { throw SystemCallFailure.last("exchange two names") }
  }

  private func missing() -> Int32 {
    errno = ENOSYS
    return -1
  }

  #if canImport(Glibc)
    private typealias Rename =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// The C function `renameat2`, looked up by name; `nil` if the C library lacks it.
    ///
    /// The C header declares the function only for GNU C, so the module `Glibc` does not contain it.
    private static let renameat2: Rename? = dlsym(nil, "renameat2").map {
      unsafeBitCast($0, to: Rename.self)
    }

    /// The value of the C macro `RENAME_EXCHANGE`, the flag for exchanging two names.
    private static let exchangeFlag: UInt32 = 1 << 1
  #endif

  private func removePlaceholder() throws {
    // `unlink` removes neither a directory nor its contents, so it cannot delete the app's data.
    guard unlink(aside) == 0 else { throw SystemCallFailure.last("remove \(aside)") }
  }

  /// Whether the empty file already exists beside the directory, because an earlier process ended
  /// between two steps of ``fill()`` or ``free()``.
  private var hasPlaceholder: Bool {
    var status = stat()
    return lstat(aside, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  private static func path(of folder: URL) -> String {
    let path = folder.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns whether a path names a directory, or `nil` if nothing exists there.
  private static func isFolder(_ path: String) -> Bool? {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      ? isFolder.boolValue : nil
  }
}
