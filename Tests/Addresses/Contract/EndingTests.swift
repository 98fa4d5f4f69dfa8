import Addresses
import AddressesTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct EndingTests {
  @Test(arguments: Backing.allCases)
  func `Without run() every call ends, and nothing is sent`(_ backing: Backing) async throws {
    let device = AddressDevice(backing)
    let (book, _) = device.book()
    #expect(book.state.sync.fetch == .notRunning)
    for call in calls { await call.verify(.notRunning, on: book) }
    #expect(book.state.sync.fetch == .notRunning)
    try await book.add(.work)
    #expect(book.state.pending.first?.reason == .notRunning)
    #expect(device.server.requests.map(\.method) == [.get])
  }

  @Test(arguments: Backing.allCases)
  func `Before a city is settled every call ends`(_ backing: Backing) async throws {
    let device = AddressDevice(backing)
    try await device.session(in: nil) { book in
      for call in calls { await call.verify(.cityless, on: book) }
    }
  }

  @Test(arguments: Backing.allCases)
  func `In a canceled task every call throws`(_ backing: Backing) async throws {
    let device = AddressDevice(backing)
    device.gate.close(for: .offline)
    try await device.session { book in
      try await book.add(.work)
      for call in calls { await call.verify(.cancelled, on: book) }
      #expect(book.state.addresses.map(\.address) == [.work])
      let change = try #require(book.state.pending.last?.id)
      let retry = Call("retry", cancelled: cancelled) { try await $0.retry(change) }
      await retry.verify(.cancelled, on: book)
      #expect(book.state.pending.map(\.id) == [change])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A refresh that is canceled while it waits says so`(_ backing: Backing) async throws {
    let device = AddressDevice(backing)
    device.server.fault = .silent
    try await device.session { book in
      await device.server.holdsRequest()
      let failure = await refresh.failureWhenCancelled(on: book) { await Task.yield() }
      #expect(failure == .sync(.cancelled))
    }
  }

  @Test(arguments: Backing.allCases)
  func `A call of run() ends when it is canceled, and can be called again`(
    _ backing: Backing
  ) async throws {
    let device = AddressDevice(backing)
    device.server.fault = .silent
    let (book, city) = device.book(in: nil)
    try await device.expectEnds(book.run) {
      city.settle(in: .almaty)
      try await book.add(.home)
    } afterEach: {
      #expect(book.state.sync.fetch == .notRunning)
    } then: {
      await book.settled()
    }
    #expect(device.server.model.list.addresses.count == 1)
  }

  private typealias Call = EndingCall<any AddressBook, AddressError>

  /// All calls of a book except `run()`.
  private var calls: [Call] {
    let unknown = Call.Ending.failure(.sync(.unknownChange(99)))
    return [
      Call("add", cityless: .failure(.sync(.noCity)), cancelled: cancelled) {
        try await $0.add(.home)
      },
      Call("change", cityless: .any, cancelled: .any) {
        try await $0.change($0.anyID, to: .home.with(.apartment, "8"))
      },
      Call("use", cityless: .any, cancelled: cancelled) { try await $0.use($0.anyID) },
      Call("makeDefault", cityless: .any, cancelled: cancelled) {
        try await $0.makeDefault($0.anyID)
      },
      refresh,
      Call("retry", notRunning: unknown, cityless: unknown, cancelled: cancelled) {
        try await $0.retry(99)
      },
      Call("discard", notRunning: unknown, cityless: unknown, cancelled: cancelled) {
        try await $0.discard(99)
      },
      Call("remove", cityless: .any, cancelled: cancelled) { try await $0.remove($0.anyID) },
    ]
  }

  private var refresh: Call {
    Call("refresh", cityless: .failure(.sync(.noCity)), cancelled: cancelled) {
      try await $0.refresh()
    }
  }

  private var cancelled: Call.Ending { .failure(.sync(.cancelled)) }
}

extension AddressBook {
  /// The id of the first address; an unknown id if the book is empty.
  fileprivate var anyID: SavedAddress.ID {
    state.addresses.first?.id ?? SavedAddress.ID(rawValue: "none")
  }
}
