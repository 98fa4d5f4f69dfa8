#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Unbuffered output, which appears even if the process ends directly after ``write(_:to:)``.
enum RawOutput {
  /// Writes all of `text`, in one system call if the descriptor accepts all bytes at once.
  static func write(_ text: String, to descriptor: Int32) throws(SystemCallFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try waitUntilWritable(descriptor)
      } else if errno != EINTR {
        throw .last("write")
      }
    }
  }

  /// Blocks until the descriptor is writable, instead of repeating failed writes in a busy loop.
  private static func waitUntilWritable(_ descriptor: Int32) throws(SystemCallFailure) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&request, 1, -1) < 0 {
      guard errno == EINTR else { throw .last("wait to write") }
    }
  }
}
