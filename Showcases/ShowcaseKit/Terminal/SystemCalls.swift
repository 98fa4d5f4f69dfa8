#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Inside a type with a `read` or `write` of its own the system's cannot be named without the
// platform's module, which differs.
let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read
let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = write
