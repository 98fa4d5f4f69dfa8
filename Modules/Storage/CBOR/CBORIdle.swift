import Synchronization

/// A reader or a writer that has done its work and waits for the next document.
///
/// What it knows of types and the memory that it has cost more than a small document, and the elements
/// of a collection are a document each. Who finds none makes another, so there are as many as were ever
/// at work at a time.
///
/// Unchecked, because a coder is no `Sendable`: it comes here only when nobody else has it, and has left
/// when somebody uses it.
struct CBORIdle<Coder: CBORReusable>: @unchecked Sendable {
  /// Nobody else has it while it is here.
  let coder: Coder

  /// Nothing unless its document was coded to its end, it is small, and nobody has kept it: a
  /// `Decoder` may outlive `init(from:)`.
  init?(_ coder: inout Coder) {
    guard coder.canBeKept, isKnownUniquelyReferenced(&coder) else { return nil }
    self.coder = coder
  }
}

/// What has bytes of a document.
protocol CBORReusable: AnyObject {
  var bytes: CBORBuffer<UInt8> { get }
}

extension CBORReusable {
  /// One that had a large document gives its memory back.
  var canBeKept: Bool { bytes.capacity <= 64 << 10 }
}

extension CBORReader: CBORReusable {
  static let idle = Mutex<[CBORIdle<CBORReader>]>([])
}

extension CBORWriter: CBORReusable {
  static let idle = Mutex<[CBORIdle<CBORWriter>]>([])
}
