/// The value as the type that it has, where the compiler knows it by another name; nothing if it has
/// another type.
///
/// The type table says at run time that a `T` is an array of `String`, say. A cast would say so too, but
/// takes hundreds of instructions each time, and by elements for an array.
@inline(__always)
func retyped<Value, Other>(_ value: Value) -> Other? {
  guard Value.self == Other.self else { return nil }
  return withUnsafeBytes(of: value) { $0.load(as: Other.self) }
}
