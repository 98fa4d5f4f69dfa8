import Foundation
import Profile
import Storage
import Testing

@Suite("The file of a session")
struct SecretFileTests {
  private static let content = Data(#"{"version":1,"departures":[]}"#.utf8)

  @Test func `A file that is damaged anywhere is never taken for that of a guest`() async throws {
    let whole = try await file { try Data(contentsOf: $0) }
    for index in whole.indices {
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
      let error = await #expect(throws: SecretError.self) { try await secrets.load() }
      guard case .unavailable? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      try FileManager.default.removeItem(at: file)
      try FileManager.default.moveItem(at: aside, to: file)
      #expect(try await secrets.load() == Self.content)
    }
  }

  @Test func `Only the user of the app can read the file`() async throws {
    let mode = try await file { file in
      try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
    #expect(mode == 0o600)
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
