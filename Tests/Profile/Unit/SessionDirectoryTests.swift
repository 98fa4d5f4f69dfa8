import Foundation
import Networking
import NetworkingTestSupport
import StorageTestSupport
import Sync
import Synchronization
import Testing

@testable import Profile
@testable import Storage

@Suite("The data of a guest on a disk that fails")
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

  private struct NoTransport: Transport {
    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse { throw .offline }
  }

  private struct End: Error {}

  private let device = DeviceFolder()

  @Test func `a guest's data that could not be moved is passed at the next start`() async throws {
    try await store("pizza", in: "account-a")
    try await store("tea", in: "guest")
    let isFailing = SharedFlag(true)
    // The first write is the one that moves the directory.
    let root = StorageDirectory(device.url, failing: { isFailing.clear() ? EIO : nil })
    #expect(try await guestBasket(in: root) == nil)
    #expect(!isFailing.isSet)
    #expect(try await guestBasket(in: root) == ["tea"])
  }

  @Test func `a guest's data is not passed with a key that a power cut could undo`() async throws {
    try await store("pizza", in: "account-a")
    try await store("tea", in: "guest-of-a")
    let isFailing = SharedFlag(true)
    let owner = url(of: "guest-of-a").appending(path: "owner.v1.store").path
    let root = StorageDirectory(
      device.url,
      failing: { FileManager.default.fileExists(atPath: owner) && isFailing.clear() ? EIO : nil })
    #expect(try await guestBasket(in: root) == nil)
    #expect(!isFailing.isSet)
    #expect(try await guestBasket(in: root) == ["tea"])
  }

  private func url(of name: String) -> URL {
    device.url.appending(path: "directories").appending(path: name)
  }

  private func basket(in directory: StorageDirectory) -> SingleRepository<[String]> {
    SingleRepository(
      .file("basket"), class: .userState, schema: StoredSchema([String].self), in: directory)
  }

  private func store(_ item: String, in name: String) async throws {
    let directory = StorageDirectory(url(of: name))
    defer { directory.close() }
    try await basket(in: directory).save([item])
  }

  /// Starts the features of the account once, and returns the basket of the guest that is passed to it.
  ///
  /// The result is `nil` if no data of a guest is passed.
  private func guestBasket(in root: StorageDirectory) async throws -> [String]? {
    var environment = FeatureEnvironment(
      transport: NoTransport(), city: SettledCity(.almaty, gate: Gate()))
    environment.directory = root
    let session = DefaultUserSession(in: environment, secrets: SignedInSecrets())
    let found = Mutex<[String]?>(nil)
    await #expect(throws: End.self) {
      try await session.run { scope in
        #expect(try await basket(in: scope.environment.directory).value() == ["pizza"])
        if let guest = scope.guest {
          let items = try await basket(in: guest.environment.directory).value() ?? []
          found.withLock { $0 = items }
        }
        throw End()
      }
    }
    return found.withLock { $0 }
  }
}

private final class SharedFlag: Sendable {
  private let flag: Atomic<Bool>

  var isSet: Bool { flag.load(ordering: .relaxed) }

  init(_ isSet: Bool) { flag = Atomic(isSet) }

  /// Clears the flag; returns whether it was set.
  func clear() -> Bool { flag.exchange(false, ordering: .relaxed) }
}
