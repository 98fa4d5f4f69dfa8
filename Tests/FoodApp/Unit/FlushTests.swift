import Cart
import FoodAppTestSupport
import Networking
import Sandbox
import SandboxApp
import Storage
import StorageTestSupport
import Sync
import Testing

@testable import FoodApp

struct FlushTests {
  @Test func `A user's data is written although the data of the device cannot be written`()
    async throws
  {
    let device = FoodAppDevice()
    try await device.run { app in
      let user = try await app.currentUser()
      let notes = (
        device: app.environment.directory.text(.memoryBackedByFile("device"), .userState),
        user: user.environment.directory.text(.memoryBackedByFile("user"), .userState)
      )
      for note in [notes.device, notes.user] { try await note.save("first") }
      try await app.flush()
      // A directory in the place of a file makes every write fail.
      _ = try device.replaceByFolders("device")
      let files = try device.replaceByFolders("user")
      for note in [notes.device, notes.user] { try await note.save("second") }
      let (first, second) = (
        await #expect(throws: StorageError.self) { try await app.environment.directory.flush() },
        await #expect(throws: StorageError.self) { try await user.environment.directory.flush() }
      )
      #expect(first != second)
      await #expect(throws: try #require(first)) { try await app.flush() }
      try device.restore(files)

      await #expect(throws: try #require(first)) { try await app.flush() }

      #expect(notes.user.writeStatus == .written)
    }
  }
}
