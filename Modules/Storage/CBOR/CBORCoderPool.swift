import Synchronization

/// A reader or a writer that is stored for the next document.
///
/// Creating a coder costs more than coding a small document, and each element of a collection is a
/// document. A thread that finds no idle coder creates one. Their number is therefore the largest
/// number that was ever in use at the same time.
///
/// `@unchecked Sendable`, because a coder is not `Sendable`. It is stored here only while it is
/// uniquely referenced, and is removed before it is used.
struct CBORCoderPool<Coder: CBORReusable>: @unchecked Sendable {
  /// A uniquely referenced coder.
  let coder: Coder

  /// Stores a coder that has coded its document to the end.
  ///
  /// Returns `nil` for a coder that is large or still referenced, because a `Decoder` may outlive
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
  /// Whether the buffer is small enough to reuse; a coder of a large document releases its memory.
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
/// The type table finds at run time that a `T` is, for example, an array of `String`, but the
/// compiler does not know that. A cast would take hundreds of instructions each time, and for an
/// array, as many for each element.
@inline(__always)
func retyped<Value, Other>(_ value: Value) -> Other? {
  guard Value.self == Other.self else { return nil }
  return withUnsafeBytes(of: value) { $0.load(as: Other.self) }
}
