#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// A type with its own `read` or `write` can name the system's only through the platform's module,
// whose name differs.
let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read
let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = write
