#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Aliases of the system's `read` and `write`. A type that has a method `read` cannot call the
// system's function by its plain name. The qualified name, such as `Darwin.read`, differs by
// platform.
let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read
let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = write
