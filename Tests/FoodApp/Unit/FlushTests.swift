import FoodAppTestSupport
import Foundation
import Storage
import StorageTestSupport
import Sync
import Testing

@testable import FoodApp

@Suite("Flushing the whole app", .temporaryDirectory)
struct FlushTests {
  private func note(in directory: StorageDirectory) -> SingleRepository<String> {
    SingleRepository(
      .memoryBackedByFile("note"), class: .userState, schema: StoredSchema(String.self),
      in: directory)
  }

  @Test func `A user's data is written although the data of the device cannot be written`()
    async throws
  {
    let device = FoodAppDevice()
    try await device.run { app in
      let user = try await app.currentUser()
      let notes = (
        device: note(in: app.environment.directory), user: note(in: user.environment.directory)
      )
      for note in [notes.device, notes.user] { try await note.save("first") }
      try await app.flush()
      let files = try device.files(named: "note.v1.store")
      #expect(files.count == 2)
      // A directory in the place of a file makes every write fail.
      for file in files {
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      }
      for note in [notes.device, notes.user] { try await note.save("second") }
      for directory in [app.environment.directory, user.environment.directory] {
        await #expect(throws: StorageError.self) { try await directory.flush() }
      }
      let shared = device.url.appending(path: "note.v1.store").path
      for file in files where file.path != shared { try FileManager.default.removeItem(at: file) }

      await #expect(throws: StorageError.self) { try await app.flush() }

      #expect(notes.user.writeStatus == .written)
    }
  }
}

extension FoodAppDevice {
  /// Returns the files with a name, in all directories of the app.
  fileprivate func files(named name: String) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: url.path)
      .filter { $0.split(separator: "/").last == name[...] }.map { url.appending(path: $0) }
  }
}
