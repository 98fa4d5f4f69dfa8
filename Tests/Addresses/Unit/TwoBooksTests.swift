import Addresses
import AddressesTestSupport
import Foundation
import NetworkingTestSupport
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite("Two address books on one directory")
struct TwoBooksTests {
  private let device = AddressDevice()

  @Test
  func `The second one is refused while the first lives, and no address is lost`() async throws {
    let directory = device.openOffline(in: .almaty)
    let first = book(in: directory)
    let (home, _) = try await first.add(.home)

    let second = book(in: directory)
    await expectRefused(
      where: isInUse, run: second.run, { try await second.refresh() },
      { _ = try await second.add(.work) })
    let (work, kept) = try await first.add(.work)
    #expect(kept == .written)
    directory.close()

    let restarted = book(in: StorageDirectory(device.directory))
    try await restarted.use(home)
    #expect(restarted.state[home]?.address == .home)
    #expect(restarted.state[work]?.address == .work)
  }

  private func book(in directory: StorageDirectory) -> any AddressBook {
    AddressesFactory.makeBook(in: device.environment(sharing: directory), templates: .samples)
  }

  private func isInUse(_ error: AddressError) -> Bool {
    if case .sync(.storage(.inUse)) = error { true } else { false }
  }
}
