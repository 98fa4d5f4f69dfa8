/// A system call that failed.
public struct SystemFailure: Error, Sendable, Hashable {
  /// The name of the call, such as `openat`.
  public let call: String
  /// The file or directory that the call accessed.
  public let file: String
  /// The value of `errno`.
  public let code: Int32
}

extension SystemFailure: CustomStringConvertible {
  /// The file, the message of the system, and the call that failed, for logs.
  public var description: String {
    "\(file): \(message) (\(call))"
  }
}
