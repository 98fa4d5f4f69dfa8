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
