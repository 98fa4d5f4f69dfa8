import Addresses
import AddressesTestSupport
import Foundation
import NetworkingTestSupport
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite("Two address books on one directory", .temporaryDirectory)
struct TwoBooksTests {
  private let server = AddressesServerDouble()
  private let gate = Gate()
  private let ids = DeviceFolder()

  @Test
  func `The second one is refused while the first lives, and no address is lost`() async throws {
    let directory = StorageDirectory(TemporaryDirectory.url)
    gate.close(for: .offline)
    let first = book(in: directory)
    let (home, _) = try await first.add(.home)

    let second = book(in: directory)
    // The task is canceled below, so if the second book runs, the test fails and does not hang.
    let running = Task { try await second.run() }
    await expectRefusal { try await second.refresh() }
    await expectRefusal { _ = try await second.add(.work) }
    running.cancel()
    await expectRefusal { try await running.value }
    let (work, kept) = try await first.add(.work)
    #expect(kept == .written)
    directory.close()

    let restarted = book(in: StorageDirectory(TemporaryDirectory.url))
    try await restarted.use(home)
    #expect(restarted.state[home]?.address == .home)
    #expect(restarted.state[work]?.address == .work)
  }

  private func book(in directory: StorageDirectory) -> any AddressBook {
    AddressesFactory.makeBook(
      in: FeatureEnvironment(
        transport: server, directory: directory, city: SettledCity(.almaty, gate: gate),
        clock: InstantClock(), makeID: ids.nextID),
      templates: .samples)
  }

  private func expectRefusal(_ body: () async throws -> Void) async {
    let error = await #expect(throws: AddressError.self) { try await body() }
    guard case .sync(.storage(.inUse))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
