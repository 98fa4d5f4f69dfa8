import Addresses
import AddressesTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct HostileTests {
  private let device = AddressDevice(.memory)

  @Test
  func `A change that is answered by anything but the service is sent again, and done once`()
    async throws
  {
    try await device.session { book in
      let home = try await book.add(.home)
      await book.settled()
      let work = Address.work.with(.apartment, "3")
      let changes: [() async throws -> Void] = [
        { try await book.add(.work) },
        { try await book.change(try id(of: .work, in: book), to: work) },
        { try await book.use(home) }, { try await book.makeDefault(home) },
        { try await book.remove(try id(of: work, in: book)) },
      ]

      for (number, change) in changes.enumerated() {
        // Each kind of change meets a part of the answers, because each answer costs an attempt.
        let answers = HostileAnswer.all.enumerated().filter { $0.offset % 5 == number }.map(
          \.element)
        device.server.intercept(answers) { $0.method != .get }
        try await change()
        let state = await book.when { state in
          state.pending.isEmpty && state.sync.fetch == .idle
            || state.pending.contains(where: \.isUndecided) || !device.gate.isOpen
        }
        // A fetch may show the outcome of a request that has reached the service.
        #expect(device.server.queuedFaults <= answers.count / 2 + 1, "change \(number)")
        #expect(state.pending.isEmpty && device.gate.isOpen, "change \(number)")
      }

      let list = device.server.model.list.addresses
      #expect(list.map(\.address) == [Address.home.view])
      #expect(list.map(\.isDefault) == [true])
      #expect(book.state[home]?.status == .confirmed)
    }
    #expect(Set(device.server.requests.compactMap(\.idempotencyKey)).count == 6)
  }

  @Test func `A path that the service does not find is no removed address`() async throws {
    try await device.session { book in
      let id = try await book.add(.home)
      await book.settled()
      for change in [
        { _ = try await book.change(id, to: .home.with(.floor, "4")) },
        { _ = try await book.makeDefault(id) }, { _ = try await book.remove(id) },
      ] as [() async throws -> Void] {
        device.server.spoil(
          .problem("noSuchPath", status: 404), .problem("noSuchPath", status: 410))
        try await change()
        let state = await book.when { state in
          state.sync.fetch == .idle && state.pending.allSatisfy(\.isUndecided)
        }
        try #require(state.pending.isEmpty && device.server.queuedFaults == 0)
        let list = device.server.model.list.addresses
        #expect(list.map(\.id) == state.addresses.map(\.serverID))
        #expect(list.map { $0.address["floor"] } == state.addresses.map { $0.address[.floor] })
        #expect(list.map(\.isDefault) == state.addresses.map(\.isDefault))
      }
      #expect(device.streets.isEmpty)
    }
  }

  @Test
  func `A list that is answered by anything but the service stays as it is`() async throws {
    try await device.session { book in
      try await book.add(.home)
      try await book.add(.work)
      let before = await book.settled()

      for answer in HostileAnswer.all {
        device.server.intercept([answer]) { $0.method == .get }
        do { try await book.refresh() } catch {}
        #expect(device.server.queuedFaults == 0)
        #expect(
          book.state.addresses == before.addresses && device.gate.isOpen,
          "\(answer.testDescription)")
      }
    }
  }

  private func id(of address: Address, in book: any AddressBook) throws -> SavedAddress.ID {
    try #require(book.state.addresses.first { $0.address == address }).id
  }
}
