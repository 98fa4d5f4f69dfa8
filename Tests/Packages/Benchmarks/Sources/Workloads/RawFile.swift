#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system calls that a durable write needs at least.
package final class RawFile {
  package let path: String
  private let folder: String
  private var descriptor: Int32 = -1
  private var end = 0

  package init(_ path: String) {
    self.path = path
    folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Replaces the file: writes and syncs a temporary file, renames it, and syncs the directory.
  package func replace(with bytes: Data) throws {
    let temporary = path + ".tmp"
    let file = try checked(open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o600))
    try write(bytes, to: file, at: 0)
    try checked(fsync(file))
    try checked(close(file))
    try checked(rename(temporary, path))
    let directory = try checked(open(folder, O_RDONLY))
    try checked(fsync(directory))
    try checked(close(directory))
  }

  /// Appends bytes to the file, which stays open.
  package func append(_ bytes: Data) throws {
    if descriptor < 0 { descriptor = try checked(open(path, O_WRONLY | O_CREAT, 0o600)) }
    try write(bytes, to: descriptor, at: end)
    end += bytes.count
    #if canImport(Darwin)
      try checked(fsync(descriptor))
    #else
      try checked(fdatasync(descriptor))
    #endif
  }

  /// Reads the whole file into an existing buffer and returns the number of bytes.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let file = try checked(open(path, O_RDONLY))
    defer { close(file) }
    let count = pread(file, buffer.baseAddress, buffer.count, 0)
    guard count >= 0 else { throw CallFailed(call: "pread", code: errno) }
    return count
  }

  private func write(_ bytes: Data, to file: Int32, at offset: Int) throws {
    let written = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(offset)) }
    guard written == bytes.count else { throw CallFailed(call: "pwrite", code: errno) }
  }

  @discardableResult
  private func checked(_ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw CallFailed(call: path, code: errno) }
    return result
  }
}

/// A failed system call.
struct CallFailed: Error {
  let call: String
  let code: Int32
}
