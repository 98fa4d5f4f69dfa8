import Synchronization

/// A reader or a writer that has done its work and waits for the next document.
///
/// What it knows of types and the memory that it has cost more than a small document, and the elements
/// of a collection are a document each. Who comes while it is in use makes another.
final class CBORIdle<Coder: CBORReusable>: Sendable {
  /// Nobody else has it while it is here.
  private struct Place: @unchecked Sendable {
    var coder: Coder?
  }

  private let place = Mutex(Place())

  func take() -> Coder? {
    let taken = place.withLock { place in
      defer { place.coder = nil }
      return place
    }
    return taken.coder
  }

  /// Takes one back whose document was coded to its end, unless it is large, or somebody has kept it: a
  /// `Decoder` may outlive `init(from:)`.
  func give(_ coder: inout Coder) {
    guard isKnownUniquelyReferenced(&coder), coder.bytes.capacity <= 64 << 10 else { return }
    let place = Place(coder: coder)
    self.place.withLock { $0 = place }
  }
}

/// What has bytes of a document.
protocol CBORReusable: AnyObject {
  var bytes: CBORBuffer<UInt8> { get }
}

extension CBORReader: CBORReusable {}
extension CBORWriter: CBORReusable {}
