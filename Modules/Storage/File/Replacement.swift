/// A new version of a file, which is written under a temporary name and then takes the file's place.
///
/// A reader sees either all old or all new bytes. If the replacement is not committed, it removes its
/// temporary file.
final class Replacement {
  private let name: String
  private let directory: DataDirectory
  private let folder: FileDescriptor
  private let content: FileDescriptor
  private var buffer: [UInt8] = []
  /// The number of bytes that are in the file, after which `buffer` follows.
  private var written = 0
  /// Whether the new bytes have the file's name, even if ``commit(head:)`` has then failed.
  private(set) var isRenamed = false
  /// The identity of the new file after ``commit(head:)``.
  private(set) var identity = FileIdentity(number: 0, size: 0)

  /// The number of bytes so far.
  var count: Int { written + buffer.count }

  init(
    of name: String, in directory: DataDirectory, _ folder: consuming FileDescriptor
  ) throws(SystemFailure) {
    content = try Self.create(FileName.temporary(of: name), in: folder)
    if directory.durability == .powerCut { content.keepReadableWhenLocked() }
    self.folder = folder
    (self.name, self.directory) = (name, directory)
  }

  private static func create(
    _ name: String, in folder: borrowing FileDescriptor
  ) throws(SystemFailure) -> FileDescriptor {
    do throws(SystemFailure) { return try FileDescriptor(name, in: folder, .create) } catch {
      guard error.isOccupied else { throw error }
    }
    // A crash has left a temporary file, or there is a link with the same name. Neither must prevent
    // the replacement.
    try folder.unlink(name)
    return try FileDescriptor(name, in: folder, .create)
  }

  /// Returns the identity of a file in the same directory; `nil` if it does not exist.
  func identity(of name: String) throws(SystemFailure) -> FileIdentity? {
    try folder.identity(of: name)
  }

  deinit {
    // A remaining temporary file is harmless: the next replacement removes it.
    if !isRenamed { do { try folder.unlink(FileName.temporary(of: name)) } catch {} }
  }

  func append(_ bytes: some Sequence<UInt8>) throws(SystemFailure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 20 { try flush() }
  }

  /// Writes `head` over the first bytes, syncs the file, renames it, and syncs the directory.
  ///
  /// If the sync of the directory fails, the call throws, although ``isRenamed`` is `true`.
  func commit(head: [UInt8] = []) throws(SystemFailure) {
    // The file of a small value is written once.
    let isInBuffer = written == 0
    if isInBuffer { buffer.replaceSubrange(..<head.count, with: head) }
    try flush()
    if !isInBuffer { try content.writeAll(head) }
    if directory.durability != .nothing { try content.sync(.barrier) }
    identity = try content.identity()
    // The directory may have been closed meanwhile, and have another owner.
    try directory.lock.hold(folder)
    try folder.rename(FileName.temporary(of: name), to: name)
    isRenamed = true
    guard directory.durability == .powerCut else { return }
    try directory.lock.requireWriting(name)
    try folder.sync(.full)
  }

  private func flush() throws(SystemFailure) {
    try content.writeAll(buffer, at: written)
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}
