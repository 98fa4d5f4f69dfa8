/// Why a value could not be read or written; each case asks for a different answer.
public enum StorageError: Error, Sendable, Hashable {
  /// The location's name is not allowed; see ``Location``. A mistake in the calling code.
  case invalidName(String)

  /// The directory or the name is in use: by another process, another ``StorageDirectory``, or another
  /// repository of that name. Share one directory among all features, and make each feature once. The
  /// next access succeeds when the other one is gone and has written what it had.
  case inUse(String)

  /// The file may hold a value and cannot be read now, for example before the device's first
  /// unlock. It was not touched and will not be written over. Try again later.
  case unavailable(SystemFailure)

  /// The file was damaged. Its bytes are kept in the file `quarantine`. What could be saved, or what
  /// the release before would read, is there from now on. Only the first access reports this.
  case corrupt(file: String, damage: Damage, quarantine: String)

  /// There is only what a newer release has written, in this version. It stays as it is; storing a
  /// value puts one beside it, unless the file has a format that only that release knows.
  case newer(file: String, version: Int)

  /// A step of the schema refused the stored value. The file is as it was.
  case migrationFailed(file: String, step: String, reason: String)

  /// There is no room on the disk. The file still holds the old value.
  case diskFull(SystemFailure)

  /// The file cannot be written for another reason, such as a read-only disk. It still holds the
  /// old value.
  case notWritable(SystemFailure)

  /// The file holds the new value, and a power cut may undo that.
  case notDurable(SystemFailure)

  /// The value cannot be encoded. A mistake in its `Encodable` conformance.
  case notEncodable(file: String, reason: String)

  /// The file or the value is larger than a repository accepts, in bytes.
  case tooLarge(file: String, limit: Int)
}

/// What is wrong with a damaged file.
public enum Damage: Sendable, Hashable {
  /// It does not begin as a file of this module does.
  case foreign
  /// It is shorter or longer than it says.
  case length
  /// Its bytes are not those that were written.
  case checksum
  /// Its bytes are intact and are not a value of the stored version; the text names the place.
  case undecodable(String)
}

/// A system call that failed.
public struct SystemFailure: Error, Sendable, Hashable {
  /// The call, such as `openat`.
  public let call: String
  /// The file or directory it was made for.
  public let file: String
  /// The value of `errno`.
  public let code: Int32
}
