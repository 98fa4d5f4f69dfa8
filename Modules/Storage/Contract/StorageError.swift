/// An error of reading or writing a stored value; each case requires a different reaction of the app.
public enum StorageError: Error, Sendable, Hashable {
  /// The name of the location, or that of the directory's owner, is not valid; see ``StorageLocation``.
  ///
  /// This is an error in the calling code.
  case invalidName(String)

  /// The directory or the repository's name is in use by another owner.
  ///
  /// The owner is another process, another ``StorageDirectory``, or another repository with that name.
  /// Share one directory among all features, and create each feature once. An access succeeds after the
  /// owner has been deallocated and its updates are written.
  ///
  /// The associated string is the name of the repository or of its file, or the path of the directory.
  case inUse(String)

  /// The ``StorageDirectory`` has been closed, for example because its user has signed out.
  ///
  /// Use a repository in an open directory, such as that of the current user. The associated string is the
  /// name of the repository or of its file.
  case closed(String)

  /// The file belongs to another owner than its directory, such as another account.
  ///
  /// `owner` is the owner of the file; see ``StorageDirectory/subdirectory(_:of:)``. The file was not
  /// changed and will not be overwritten.
  case anotherOwner(file: String, owner: String)

  /// The file may contain a value, but cannot be read now.
  ///
  /// For example, the device was started and has not been unlocked yet.
  ///
  /// The file was not changed and will not be overwritten. Try again later.
  case unavailable(SystemFailure)

  /// The file was damaged; `quarantine` is the name of a second file that preserves its bytes.
  ///
  /// Only the first access throws this error. Later accesses return what is intact: the remaining
  /// elements of a collection, the value that the previous release had stored, or no value. The preserved
  /// bytes of an earlier damage are not replaced.
  case corrupt(file: String, damage: Damage, quarantine: String)

  /// Only a newer release of the app can read the stored value; `version` is the value's schema version.
  ///
  /// Reading throws this error. Storing a value usually succeeds: it creates a separate file for this
  /// release, and does not change the newer release's file. Storing throws this error only if the file
  /// of this or the previous release is in a newer file format, because storing first reads these files.
  case newer(file: String, version: Int)

  /// This release cannot read one element; the others are not affected.
  ///
  /// The bytes of the element stay for a release that can read them, until the element is replaced or
  /// removed. `element` is the description of its id.
  case unreadable(file: String, element: String, reason: String)

  /// A migration step of the schema rejected the stored value; the file was not changed.
  case migrationFailed(file: String, step: String, reason: String)

  /// The disk is full; the file still contains the old value.
  case diskFull(SystemFailure)

  /// The file cannot be written, although the disk is not full; it still contains the old value.
  ///
  /// For example, the disk is read-only.
  case notWritable(SystemFailure)

  /// The file contains the new value, but a power cut may undo the write.
  case notDurable(SystemFailure)

  /// A value cannot be encoded, or its encoding could not be read again with the same id.
  ///
  /// This is an error in its `Codable` conformance. Nothing has changed, neither in the file nor in
  /// memory.
  case notEncodable(file: String, reason: String)

  /// The file, or the value to be written to it, is larger than `limit` bytes.
  case tooLarge(file: String, limit: Int)
}

extension StorageError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .invalidName(let name): "\"\(name)\" is not a valid name for a stored file"
    case .inUse(let name): "\(name) is in use by another repository or process"
    case .closed(let name): "\(name) is closed: its user has left, or the app has ended"
    case .anotherOwner(let file, let owner): "\(file) belongs to \(owner)"
    case .unavailable(let failure): "cannot be read now: \(failure)"
    case .corrupt(let file, let damage, let quarantine):
      "\(file) was damaged (\(damage)) and has been set aside as \(quarantine)"
    case .newer(let file, let version):
      "\(file) was written by a newer release (version \(version))"
    case .unreadable(let file, let element, let reason):
      "\(element) in \(file) cannot be read: \(reason)"
    case .migrationFailed(let file, let step, let reason):
      "the step \"\(step)\" failed for \(file): \(reason)"
    case .diskFull(let failure): "the disk is full: \(failure)"
    case .notWritable(let failure): "cannot be written: \(failure)"
    case .notDurable(let failure): "written, but a power cut may undo the write: \(failure)"
    case .notEncodable(let file, let reason): "\(file) cannot be encoded: \(reason)"
    case .tooLarge(let file, let limit): "\(file) is larger than \(limit) bytes"
    }
  }
}

/// The status of a repository's file: whether it contains the newest value.
public enum WriteStatus: Sendable, Hashable {
  /// The file contains the newest value.
  case written
  /// The file lacks the newest value, and a write is scheduled or in progress.
  case scheduled
  /// The file lacks the newest value, because the last write failed.
  ///
  /// The next update or flush repeats the write.
  case failed(StorageError)
  /// The repository has no file, so its values do not survive the process.
  case inMemory
}
