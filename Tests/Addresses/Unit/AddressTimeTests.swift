import AddressesTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Sync
import SyncTestSupport
import Testing

@testable import Addresses

@Suite("The time of the last order")
struct AddressTimeTests {
  private let model = AddressModel(transport: AddressesServerDouble(), templates: .samples)

  @Test func `Addresses with one time keep the sequence in which they were first shown`() {
    var base = AddressBase()
    for ids in [["a", "b", "c", "d"], ["d", "c", "b", "a"], ["b", "d", "a", "c"]] {
      base.apply(list(ids.map { ($0, used: ["a", "b"].contains($0) ? 5 : 0) }))
      base.update(with: [])
      #expect(shown(base).map(\.id.rawValue) == ["a", "b", "c", "d"])
    }
  }

  @Test func `Any time comes before no time`() {
    var base = AddressBase()
    base.apply(list([("never", used: 0), ("once", used: 1)]))
    base.update(with: [])
    #expect(shown(base).map(\.id.rawValue) == ["once", "never"])
    #expect(shown(base).map(\.lastUsed) == [Date(timeIntervalSince1970: 0.001), nil])
  }

  @Test func `A time beyond every calendar is shown as 2⁵³ milliseconds`() {
    var base = AddressBase()
    let last: Int64 = 1 << 53
    base.apply(list([Int64.max, last * 2, last, last / 2].map { ("\($0)", used: $0) }))
    base.update(with: [])
    let dates = [last, last, last, last / 2].map {
      Date(timeIntervalSince1970: Double($0) / 1_000)
    }
    #expect(shown(base).map(\.lastUsed) == dates)
  }

  @Test func `An order after the clock was set back is a millisecond after the last one`()
    async throws
  {
    let device = AddressDevice(.memory)
    try await device.session { book in
      let (home, _) = try await book.add(.home)
      let (work, _) = try await book.add(.work)
      try await book.use(home)
      device.time.turn(by: -86_400)
      try await book.use(work)
      let (first, second) = (try #require(book.state[home]), try #require(book.state[work]))
      #expect(second.used == first.used + 1)
    }
  }

  private func list(_ rows: [(id: String, used: Int64)]) -> AddressDocument {
    AddressDocument(
      revision: 1,
      addresses: rows.map { row in
        AddressDocument.Row(
          id: row.id, origins: [], address: .sample("", [.street: row.id]), used: row.used,
          isDefault: false, problem: nil)
      })
  }

  private func shown(_ base: AddressBase) -> [SavedAddress] {
    model.state(of: OptimisticSnapshot(base: base, context: .almaty)).addresses
  }
}
