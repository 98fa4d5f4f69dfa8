import Foundation
import Networking
import ProfileTestSupport
import StorageTestSupport
import Sync
import Synchronization
import Testing

@testable import Profile
@testable import Storage

struct SessionDirectoryTests {
  /// A store with a session of the account `a`.
  private struct SignedInSecrets: SecretStore {
    func load() async throws(SecretError) -> Data? {
      Data(
        (#"{"version":1,"account":{"id":"a","refreshToken":"r","refreshKey":"k","#
          + #""isRevoked":false},"departures":[]}"#).utf8)
    }

    func save(_ secret: Data?) async throws(SecretError) {}
  }

  private struct End: Error {}

  private let device = DeviceFolder()

  @Test func `A guest's data that could not be moved is passed at the next start`() async throws {
    try await store("pizza", in: "account-a")
    try await store("tea", in: "guest")
    let failure = OneFailure()
    // The first write is the one that moves the directory.
    let root = StorageDirectory(device.url, failing: { failure.next() })
    #expect(try await guestBasket(in: root) == nil)
    #expect(failure.hasOccurred)
    #expect(try await guestBasket(in: root) == ["tea"])
  }

  private func store(_ item: String, in name: String) async throws {
    let directory = StorageDirectory(device.url).subdirectory(name, of: name == "guest" ? nil : "a")
    defer { directory.close() }
    var environment = SessionDevice(.memory).launch()
    environment.directory = directory
    try await AppScope.basket(in: environment).save([item])
    try await directory.flush()
  }

  /// Starts the features of the account once, and returns the basket of the guest that is passed to it.
  ///
  /// The result is `nil` if no data of a guest is passed.
  private func guestBasket(in root: StorageDirectory) async throws -> [String]? {
    var environment = SessionDevice(.memory).launch()
    environment.directory = root
    let session = LiveUserSession(in: environment, secrets: SignedInSecrets())
    let found = Mutex<[String]?>(nil)
    await #expect(throws: End.self) {
      try await session.run { scope in
        #expect(try await AppScope.basket(in: scope.environment).value() == ["pizza"])
        if let guest = scope.guest {
          let items = try await AppScope.basket(in: guest.environment).value() ?? []
          found.withLock { $0 = items }
        }
        throw End()
      }
    }
    return found.withLock { $0 }
  }
}
