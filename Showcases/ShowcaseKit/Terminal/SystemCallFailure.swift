#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The operating system refused something that the terminal or the output needed.
public struct SystemCallFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was attempted, such as `write`.
  public let operation: String

  /// The system's error number.
  public let code: Int32

  /// What was attempted and the system's words for the error.
  public var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }

  /// Creates the failure from the error number that the last call left in this thread.
  static func last(_ operation: String) -> SystemCallFailure {
    SystemCallFailure(operation: operation, code: errno)
  }
}
