#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The error of a failed system call, for example while writing to the terminal.
public struct SystemCallFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The attempted operation, such as `write`.
  public let operation: String

  /// The system's error number.
  public let code: Int32

  /// The operation and the system's description of the error.
  public var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }

  /// Creates the failure from `errno`, the error number of this thread's last system call.
  static func last(_ operation: String) -> SystemCallFailure {
    SystemCallFailure(operation: operation, code: errno)
  }
}
