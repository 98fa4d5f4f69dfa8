import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Server side of one client's connection to a ``ScriptedServer``.
struct Connection: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  func end() { _ = close(descriptor) }

  /// Reads the head of a request, including the empty line.
  func readHead() -> String {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      var byte: UInt8 = 0
      guard recv(descriptor, &byte, 1, 0) == 1 else { break }
      head.append(byte)
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Reads a request head and returns its raw path and query.
  func readTarget() -> String {
    let words = readHead().prefix { $0 != "\r\n" }.split(separator: " ")
    return words.count == 3 ? String(words[1]) : ""
  }

  /// Reads `count` bytes of a body, or fewer if the client closes the connection.
  func readBody(_ count: Int) -> Data {
    var body: [UInt8] = []
    while body.count < count {
      var part = [UInt8](repeating: 0, count: min(count - body.count, 1 << 16))
      let received = recv(descriptor, &part, part.count, 0)
      guard received > 0 else { break }
      body += part.prefix(received)
    }
    return Data(body)
  }

  /// Writes bytes as long as the client accepts them.
  func write(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes a complete response with `Connection: close`.
  func answer(_ body: Data = Data(), status: String = "200 OK", headers: String = "") {
    write(
      "HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\(headers)\r\n")
    write(body)
  }

  /// Waits until the client closes the connection.
  func waitForClosing() {
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) > 0 {}
  }
}
