#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes past every buffer, so that what was written is seen even if the process dies next.
enum RawOutput {
  /// Writes all of `text`, in one call when the descriptor takes it at once.
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

  /// A terminal that another program switched to non-blocking is waited for, not asked again.
  private static func waitUntilWritable(_ descriptor: Int32) throws(SystemCallFailure) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&request, 1, -1) < 0 {
      guard errno == EINTR else { throw .last("wait to write") }
    }
  }
}
