import Addresses
import AddressesTestSupport
import Networking
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct EndingTests {
  @Test
  func `Without run(), in a canceled task, and without a city, every call ends`() async throws {
    let device = AddressDevice(.memory)
    let (book, city) = device.book()
    for call in calls { await call.verify(.notRunning, on: book) }
    #expect(book.state.sync.fetch == .notRunning)
    try await book.add(.work)
    #expect(book.state.pending.first?.reason == .notRunning)
    #expect(device.server.requests.map(\.method) == [.get])
    let pending = book.state.pending
    let change = try #require(pending.last?.id)
    let retry = Call("retry", cancelled: cancelled) { try await $0.retry(change) }
    for call in calls + [retry] { await call.verify(.cancelled, on: book) }
    #expect(book.state.pending == pending)
    city.settle(in: nil)
    for call in calls { await call.verify(.cityless, on: book) }
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
      Call("refresh", cityless: .failure(.sync(.noCity)), cancelled: cancelled) {
        try await $0.refresh()
      },
      Call("retry", notRunning: unknown, cityless: unknown, cancelled: cancelled) {
        try await $0.retry(99)
      },
      Call("discard", notRunning: unknown, cityless: unknown, cancelled: cancelled) {
        try await $0.discard(99)
      },
      Call("remove", cityless: .any, cancelled: cancelled) { try await $0.remove($0.anyID) },
    ]
  }

  private var cancelled: Call.Ending { .failure(.sync(.cancelled)) }
}

extension AddressBook {
  /// The id of the first address; an unknown id if the book is empty.
  fileprivate var anyID: SavedAddress.ID {
    state.addresses.first?.id ?? SavedAddress.ID(rawValue: "none")
  }
}
