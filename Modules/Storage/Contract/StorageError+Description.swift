#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension StorageError: CustomStringConvertible {
  /// A sentence that states the problem.
  public var description: String {
    switch self {
    case .invalidName(let name): "\"\(name)\" is not a valid name for a stored file"
    case .inUse(let name): "\(name) is in use by another repository or process"
    case .unavailable(let failure): "cannot be read now: \(failure)"
    case .corrupt(let file, let damage, let quarantine):
      "\(file) was damaged (\(damage)) and has been set aside as \(quarantine)"
    case .newer(let file, let version):
      "\(file) was written by a newer release (version \(version))"
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

extension Damage: CustomStringConvertible {
  /// A phrase for use inside a sentence.
  public var description: String {
    switch self {
    case .foreign: "not a stored value"
    case .length: "wrong length"
    case .checksum: "wrong checksum"
    case .undecodable(let place): "undecodable at \(place)"
    }
  }
}

extension SystemFailure: CustomStringConvertible {
  /// The file, the message of the system, and the call that failed.
  public var description: String {
    "\(file): \(String(cString: strerror(code))) (\(call))"
  }
}
