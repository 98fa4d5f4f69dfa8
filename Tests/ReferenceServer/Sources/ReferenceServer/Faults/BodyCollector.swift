import Hummingbird

/// Takes what would be sent.
final class BodyCollector: ResponseBodyWriter {
  private var buffer = ByteBuffer()

  func write(_ buffer: ByteBuffer) {
    self.buffer.writeImmutableBuffer(buffer)
  }

  func finish(_ trailers: HTTPFields?) {}

  /// The whole of a body.
  static func bytes(of body: ResponseBody) async throws -> ByteBuffer {
    let collector = BodyCollector()
    try await body.write(collector)
    return collector.buffer
  }
}

extension ResponseBody {
  /// A body that nobody can read.
  func spoilt() async throws -> ResponseBody {
    let whole = try await BodyCollector.bytes(of: self)
    var half = whole.getSlice(at: whole.readerIndex, length: whole.readableBytes / 2) ?? whole
    // Half of a short text may still be valid; a byte that no UTF-8 contains settles it.
    half.writeInteger(0xFF, as: UInt8.self)
    return ResponseBody(byteBuffer: half)
  }

  /// A body that ends before the length that was announced, and the connection with it.
  func truncated() async throws -> ResponseBody {
    let whole = try await BodyCollector.bytes(of: self)
    let half = whole.getSlice(at: whole.readerIndex, length: whole.readableBytes / 2) ?? whole
    return ResponseBody(contentLength: whole.readableBytes) { writer in
      try await writer.write(half)
      throw Cut()
    }
  }

  /// Makes the server give the connection up.
  private struct Cut: Error {}
}
