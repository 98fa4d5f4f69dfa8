import Addresses
import AddressesTestSupport
import Foundation
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct StoringTests {
  private let device = AddressDevice()

  @Test func `Waiting changes of addresses outlive the addresses and are sent once`() async throws {
    var (home, work) = (SavedAddress.ID(rawValue: ""), SavedAddress.ID(rawValue: ""))
    try await device.session { book in
      home = try await book.add(.home)
      work = try await book.add(.work)
      try await book.add(.parents)
      await book.settled()
    }
    device.gate.close(for: .offline)
    try await device.session { book in
      try await book.change(home, to: .home.with(.apartment, "8"))
      try await book.makeDefault(home)
      try await book.remove(work)
    }
    try lose("addresses.")
    device.gate.open(for: .offline)

    try await device.session { book in
      let state = await book.when { $0.pending.isEmpty && $0.sync.fetch == .idle }
      #expect(state[home]?.address == .home.with(.apartment, "8"))
      #expect(state[home]?.isDefault == true)
      #expect(state.addresses.count == 2)
    }

    let rows = device.server.model.list.addresses
    #expect(rows.count == 2)
    #expect(rows.contains { $0.isDefault })
  }

  /// Removes the files whose names begin with this prefix.
  private func lose(_ name: String) throws {
    _ = device.launch()
    let files = try FileManager.default.contentsOfDirectory(atPath: device.directory.path)
    for file in files where file.hasPrefix(name) {
      try FileManager.default.removeItem(at: device.directory.appending(path: file))
    }
  }
}
