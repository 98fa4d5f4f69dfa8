import Foundation
import Profile
import SyncTestSupport
import Synchronization
import Testing

@testable import Storage

struct SecretFileTests {
  private static let content = Data(#"{"version":1,"departures":[]}"#.utf8)

  @Test func `A file that is damaged anywhere is never taken for that of a guest`() async throws {
    let whole = try await file { try Data(contentsOf: $0) }
    // A file is written, opened and removed for each, so not for every byte.
    for index in stride(from: 0, to: whole.count, by: 4) {
      var flipped = whole
      flipped[index] ^= 0x40
      for bytes in [flipped, whole.prefix(index), whole.prefix(index) + Data(count: 64)] {
        try await file { file in
          try Data(bytes).write(to: file)
          // The second process finds the file as the first one has left it.
          for process in 1...2 {
            let directory = StorageDirectory(file.deletingLastPathComponent())
            defer { directory.close() }
            for _ in 1...2 {
              do throws(SecretError) {
                let found = try await FileSecrets(in: directory).load()
                // An empty record is a damaged one.
                #expect(found == Self.content || found == Data(), "\(process), byte \(index)")
              } catch {
                #expect(
                  error == .damaged || error == .newer, "process \(process), byte \(index)")
              }
            }
          }
        }
      }
    }
  }

  @Test func `A file that cannot be read is kept, and is read when it can be`() async throws {
    try await file { file in
      let aside = file.deletingLastPathComponent().appending(path: "aside")
      try FileManager.default.moveItem(at: file, to: aside)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      let directory = StorageDirectory(file.deletingLastPathComponent())
      defer { directory.close() }
      let secrets = FileSecrets(in: directory)
      await expectError { (error: SecretError) in
        if case .unavailable = error { true } else { false }
      } _: {
        _ = try await secrets.load()
      }
      try FileManager.default.removeItem(at: file)
      try FileManager.default.moveItem(at: aside, to: file)
      #expect(try await secrets.load() == Self.content)
    }
  }

  @Test func `A damaged file is replaced by a sign-in`() async throws {
    try await file { file in
      try Data(contentsOf: file).dropLast(3).write(to: file)
      let directory = StorageDirectory(file.deletingLastPathComponent())
      defer { directory.close() }
      let secrets = FileSecrets(in: directory)
      await #expect(throws: SecretError.damaged) { try await secrets.load() }
      try await secrets.save(Self.content)
      #expect(try await secrets.load() == Self.content)
    }
  }

  @Test func `A file of a newer release is reported as such, and stays`() async throws {
    try await file { file in
      let folder = file.deletingLastPathComponent()
      func open<Result>(_ body: (StorageDirectory) async throws -> Result) async throws -> Result {
        let directory = StorageDirectory(folder)
        defer { directory.close() }
        return try await body(directory)
      }
      func later(_ directory: StorageDirectory) -> SingleRepository<Int> {
        SingleRepository(
          .file("session"), class: .critical,
          schema: StoredSchema(Data.self).step("a session is a number") { $0.count }, in: directory)
      }
      try await open { try await later($0).save(7) }
      // Otherwise this release would continue with its own file.
      try FileManager.default.removeItem(at: file)
      _ = try await open { directory in
        await #expect(throws: SecretError.newer) { try await FileSecrets(in: directory).load() }
      }
      #expect(try await open { try await later($0).value() } == 7)
    }
  }

  @Test func `A session that a power cut could undo is not stored, and the former one stays`()
    async throws
  {
    try await file { file in
      let (former, failure) = (try Data(contentsOf: file), OneFailure())
      let folder = file.deletingLastPathComponent()
      let directory = StorageDirectory(
        folder,
        failing: {
          // The sync follows the change of the file.
          (try? Data(contentsOf: file)) == former ? nil : failure.next()
        })
      let secrets = FileSecrets(in: directory)
      await expectError { (error: SecretError) in
        if case .notWritten = error { true } else { false }
      } _: {
        try await secrets.save(Data("new".utf8))
      }
      #expect(try await secrets.load() == Self.content)
      directory.close()
      let next = StorageDirectory(folder)
      defer { next.close() }
      #expect(try await FileSecrets(in: next).load() == Self.content)
    }
  }

  /// Stores a session in a directory of its own, and passes the file to `body`.
  private func file<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
    let directory = StorageDirectory(folder)
    try await FileSecrets(in: directory).save(Self.content)
    directory.close()
    return try await body(folder.appending(path: "session.v1.store"))
  }
}

/// A failure of the disk that occurs once.
final class OneFailure: Sendable {
  private let occurred = Atomic(false)

  func next() -> Int32? { occurred.exchange(true, ordering: .relaxed) ? nil : EIO }
}
