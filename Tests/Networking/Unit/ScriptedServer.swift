import Foundation
import Networking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// HTTP server on its own port, for which a test writes each response byte by byte.
///
/// Each connection has its own thread and may block without occupying the threads of Swift tasks.
/// It is the transport to itself as well.
final class ScriptedServer: Transport {
  let url: URL
  private let transport: any Transport
  private let listener: Listener

  convenience init(_ script: @escaping @Sendable (Connection) -> Void) throws {
    try self.init()
    let listener = listener
    guard listen(listener.descriptor, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener.descriptor, nil, nil)
        if descriptor < 0 { return }
        Thread.detachNewThread {
          let connection = Connection(descriptor)
          script(connection)
          connection.end()
        }
      }
    }
  }

  /// Creates a server that answers a request and then waits until the client closes the connection.
  ///
  /// The returned `closed` suspends until the client has done so.
  static func waitingForClosing(
    after answer: @escaping @Sendable (Connection) -> Void
  ) throws -> (server: ScriptedServer, closed: () async -> Void) {
    let (closings, closing) = AsyncStream<Void>.makeStream()
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      answer(connection)
      connection.waitForClosing()
      closing.yield()
    }
    return (server, { for await _ in closings { break } })
  }

  deinit { stopListening() }

  /// Reserves a port without listening, so that connections to it are refused.
  init() throws {
    listener = try Listener()
    url = try Self.reservePort(listener.descriptor)
    transport = URLSessionTransport(server: url)
  }

  /// Creates a server that reads the head of each request before its script.
  static func answering(
    _ answer: @escaping @Sendable (Connection) -> Void
  ) throws -> ScriptedServer {
    try ScriptedServer { connection in
      _ = connection.readHead()
      answer(connection)
    }
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    try await transport.send(request, progress: progress)
  }

  /// Refuses new connections; existing connections continue.
  func stopListening() {
    _ = shutdown(listener.descriptor, Int32(Self.both))
  }

  static func reservePort(_ listener: Int32) throws -> URL {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let bound = bind(listener, address, length)
        return bound == 0 ? getsockname(listener, address, &length) : bound
      }
    }
    let port = UInt16(bigEndian: address.sin_port)
    guard result == 0, let url = URL(string: "http://127.0.0.1:\(port)") else {
      throw POSIXError(.EADDRNOTAVAIL)
    }
    return url
  }

  #if canImport(Darwin) || canImport(Musl)
    static let stream = SOCK_STREAM
    private static let both = SHUT_RDWR
  #else
    static let stream = Int32(SOCK_STREAM.rawValue)
    private static let both = SHUT_RDWR
  #endif
}

/// A listening socket, which is closed when neither the server nor its thread uses it.
///
/// If it were closed while the thread still waits for a connection, the next server could get the
/// same descriptor, and the thread would accept that server's connections.
private final class Listener: Sendable {
  let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, ScriptedServer.stream, 0)
    guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
  }

  deinit { _ = close(descriptor) }
}
