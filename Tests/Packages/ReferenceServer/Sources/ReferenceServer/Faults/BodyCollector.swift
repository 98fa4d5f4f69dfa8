import Hummingbird

/// A writer that collects a response body.
final class BodyCollector: ResponseBodyWriter {
  private var buffer = ByteBuffer()

  func write(_ buffer: ByteBuffer) {
    self.buffer.writeImmutableBuffer(buffer)
  }

  func finish(_ trailers: HTTPFields?) {}

  /// Returns the complete body.
  static func bytes(of body: ResponseBody) async throws -> ByteBuffer {
    let collector = BodyCollector()
    try await body.write(collector)
    return collector.buffer
  }
}

extension ResponseBody {
  /// Returns a body that cannot be decoded.
  func spoilt() async throws -> ResponseBody {
    let whole = try await BodyCollector.bytes(of: self)
    var half = whole.getSlice(at: whole.readerIndex, length: whole.readableBytes / 2) ?? whole
    // Half of a short text may still be valid; the byte 0xFF never occurs in UTF-8.
    half.writeInteger(0xFF, as: UInt8.self)
    return ResponseBody(byteBuffer: half)
  }

  /// Returns a body that ends before its announced length and closes the connection.
  func truncated() async throws -> ResponseBody {
    let whole = try await BodyCollector.bytes(of: self)
    let half = whole.getSlice(at: whole.readerIndex, length: whole.readableBytes / 2) ?? whole
    return ResponseBody(contentLength: whole.readableBytes) { writer in
      try await writer.write(half)
      throw Cut()
    }
  }

  /// An error that makes the server close the connection.
  private struct Cut: Error {}
}
