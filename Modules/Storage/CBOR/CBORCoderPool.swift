import Synchronization

/// An idle reader or writer that is stored to code the next document.
///
/// Creating a coder costs more than coding a small document, and each element of a collection is a
/// document. A thread that finds no idle coder creates one, so there are at most as many coders as were
/// ever in use at the same time.
///
/// The type is `@unchecked Sendable`, because a coder is not `Sendable`. This is safe: a coder is stored
/// here only while nothing else references it, and is removed before it is used.
struct CBORCoderPool<Coder: CBORReusable>: @unchecked Sendable {
  /// A uniquely referenced coder.
  let coder: Coder

  /// Stores a coder that has finished its document.
  ///
  /// Returns `nil` if the coder is large, or is still referenced by a `Decoder` that outlives
  /// `init(from:)`.
  init?(_ coder: inout Coder) {
    guard coder.canBeKept, isKnownUniquelyReferenced(&coder) else { return nil }
    self.coder = coder
  }
}

/// A coder that owns the bytes of a document.
protocol CBORReusable: AnyObject {
  var bytes: CBORBuffer<UInt8> { get }
}

extension CBORReusable {
  /// Whether the buffer is small enough to be reused; the memory of a larger one is released.
  var canBeKept: Bool { bytes.capacity <= 64 << 10 }
}

extension CBORReader: CBORReusable {
  static let idle = Mutex<[CBORCoderPool<CBORReader>]>([])
}

extension CBORWriter: CBORReusable {
  static let idle = Mutex<[CBORCoderPool<CBORWriter>]>([])
}

/// Returns the value as `Other` if that is its type, otherwise `nil`.
///
/// The caller knows from the ``CBORTypeTable`` that the types are equal, for example both arrays of
/// `String`, but the compiler does not. A cast would take hundreds of instructions, for an array even for
/// each element.
@inline(__always)
func retyped<Value, Other>(_ value: Value) -> Other? {
  guard Value.self == Other.self else { return nil }
  return withUnsafeBytes(of: value) { $0.load(as: Other.self) }
}
