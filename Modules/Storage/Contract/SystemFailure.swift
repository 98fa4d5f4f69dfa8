/// A system call that failed, with the affected file and the error code.
public struct SystemFailure: Error, Sendable, Hashable {
  /// The name of the call, such as `openat`.
  public let call: String
  /// The name or the path of the file or directory whose access failed, for logs.
  ///
  /// The call itself may have accessed another entry, such as a file in this directory.
  public let file: String
  /// The value of `errno` after the call, such as `ENOSPC` for a full disk.
  public let code: Int32
}

extension SystemFailure: CustomStringConvertible {
  /// The file, the message of the system, and the call that failed, for logs.
  public var description: String {
    "\(file): \(message) (\(call))"
  }
}
