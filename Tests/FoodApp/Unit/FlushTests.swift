import Cart
import FoodAppTestSupport
import Networking
import Sandbox
import SandboxApp
import Storage
import Sync
import Testing

@testable import FoodApp

struct FlushTests {
  private func note(
    _ name: String = "note", in directory: StorageDirectory
  ) -> SingleRepository<String> {
    SingleRepository(
      .memoryBackedByFile(name), class: .userState, schema: StoredSchema(String.self),
      in: directory)
  }

  @Test func `A user's data is written although the data of the device cannot be written`()
    async throws
  {
    let device = FoodAppDevice()
    try await device.run { app in
      let user = try await app.currentUser()
      let notes = (
        device: note("device", in: app.environment.directory),
        user: note("user", in: user.environment.directory)
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

  @Test func `The next user's data is written while a guest's data is transferred`() async throws {
    let device = FoodAppDevice()
    try await device.run { app in
      try await app.choose(.almaty)
      let item = try await app.item()
      for isGuest in [false, true] {
        let user = try await isGuest ? app.currentUser() : device.signIn(app)
        try await user.cart.add(item, count: 1)
        try await user.cart.settled()
        if !isGuest { try await app.signOut(keepingData: true) }
      }
      // The transfer waits for the guest's cart.
      device.server.spoil(Array(repeating: .lost, count: 10_000)) { $0.path.hasPrefix("/v1/carts") }
      let signIn = Task { try await device.signIn(app) }
      let next = try await app.first { $0.nextUser }
      let note = note(in: next.environment.directory)
      try await note.save("first")
      try await note.flush()
      let files = try device.replaceByFolders("note")
      try await note.save("second")
      await #expect(throws: StorageError.self) { try await note.flush() }
      try device.restore(files)

      try await app.flush()

      #expect(note.writeStatus == .written)
      device.server.endFaults()
      _ = try await device.advance { try await signIn.value }
    }
  }
}
