#if os(Linux)
  import Foundation

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Port with a full connection queue: a client that connects waits forever.
  final class DeafServer: Sendable {
    let url: URL
    private let listener: Int32
    private let waiting: [Int32]

    init() throws {
      listener = socket(AF_INET, ScriptedServer.stream, 0)
      url = try ScriptedServer.reservePort(listener)
      guard listen(listener, 0) == 0 else { throw POSIXError(.EADDRINUSE) }
      var address = sockaddr()
      var length = socklen_t(MemoryLayout<sockaddr>.size)
      guard getsockname(listener, &address, &length) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
      waiting = (0..<4).map { _ in
        let descriptor = socket(AF_INET, ScriptedServer.stream, 0)
        // Nonblocking, because connections beyond the queue length would wait forever.
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = connect(descriptor, &address, length)
        return descriptor
      }
    }

    deinit {
      for descriptor in waiting + [listener] { _ = close(descriptor) }
    }
  }
#endif
