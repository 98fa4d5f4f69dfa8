import Synchronization

/// An idle ``CBORReader`` or ``CBORWriter``, which is reused for a later document.
///
/// Creating a coder takes longer than coding a small document, and each element of a collection is a
/// document. A thread that finds no idle coder creates one. So there are at most as many coders as were
/// in use at the same time.
///
/// The type is `@unchecked Sendable`, because a coder passes from one thread to another, and the compiler
/// cannot check that only one thread has it. ``init(_:)`` checks that nothing else references the coder,
/// and a thread removes the coder from the list of idle coders before it uses the coder.
struct IdleCoder<Coder: CBORReusable>: @unchecked Sendable {
  /// The coder, which has finished its document and is referenced only here.
  let coder: Coder

  /// Creates an idle coder from a coder that has finished its document.
  ///
  /// Returns `nil` if the coder's buffer is large or the coder is still referenced. For example, a
  /// decoded value may have stored its `Decoder`, which references the coder.
  init?(_ coder: inout Coder) {
    guard coder.isReusable, isKnownUniquelyReferenced(&coder) else { return nil }
    self.coder = coder
  }
}

/// A ``CBORReader`` or ``CBORWriter``, which can be reused for a later document.
///
/// `bytes` contains the current document.
protocol CBORReusable: AnyObject {
  var bytes: CBORBuffer<UInt8> { get }
}

extension CBORReusable {
  /// Whether the buffer of the coder is small enough to retain it for a later document.
  ///
  /// A coder with a larger buffer is deallocated to free the memory.
  var isReusable: Bool { bytes.capacity <= 64 << 10 }
}

extension CBORReader: CBORReusable {
  static let idle = Mutex<[IdleCoder<CBORReader>]>([])
}

extension CBORWriter: CBORReusable {
  static let idle = Mutex<[IdleCoder<CBORWriter>]>([])
}

/// Returns `value` as a value of type `Other`; `nil` if `Value` and `Other` are different types.
///
/// The compiler does not know whether the types are equal. A cast with `as?` would take hundreds of
/// instructions, and for an array hundreds per element.
@inline(__always)
func retyped<Value, Other>(_ value: Value) -> Other? {
  guard Value.self == Other.self else { return nil }
  return withUnsafeBytes(of: value) { $0.load(as: Other.self) }
}
