public import Addresses
import AddressesServerModel
public import Foundation
public import Networking
public import Sync
import Synchronization

/// An address book for tests and previews that keeps nothing on a disk and sends one change after the
/// other.
///
/// Written apart from the live one and held to the same rules, ``AddressBookContract``.
public final class InMemoryAddressBook: AddressBook {
  /// What outlives a book, in place of a device's disk.
  public final class Kept: Sendable {
    struct Values {
      var rows: [(id: SavedAddress.ID, view: AddressView)] = []
      var changes: [SketchedAddressChange] = []
      var count = 0
    }

    let values = Mutex(Values())

    /// Makes a device on which no address was ever kept.
    public init() {}
  }

  struct Memory {
    var state = AddressBookState()
    var context: RequestContext?
    var template: AddressTemplate.ID?
    var revision = 0
    var isFresh = false
    var seenClosings = 0
    var isRunning = false
    var fetch = AddressFetch.idle
    var watchers: [AsyncStream<AddressBookState>.Continuation] = []
    var news: AsyncStream<Void>.Continuation?
  }

  let server: AddressesServerDouble
  let kept: Kept
  let templates: AddressTemplates
  let gate: Gate
  let now: @Sendable () -> Date
  let memory = Mutex(Memory())

  /// Makes a book; the same `kept` again is a restart of the app.
  public init(
    server: AddressesServerDouble = AddressesServerDouble(), kept: Kept = Kept(),
    templates: AddressTemplates, gate: Gate = Gate(), now: @escaping @Sendable () -> Date
  ) {
    self.server = server
    self.kept = kept
    self.templates = templates
    self.gate = gate
    self.now = now
    kept.values.withLock { values in
      for index in values.changes.indices where values.changes[index].refusal == nil {
        values.changes[index].mayBeApplied = true
      }
    }
  }

  /// How things stand.
  public var state: AddressBookState { memory.withLock { $0.state } }

  /// How things stand, then the newest after each change.
  public func states() -> AsyncStream<AddressBookState> {
    let (stream, watcher) = AsyncStream.makeStream(
      of: AddressBookState.self, bufferingPolicy: .bufferingNewest(1))
    memory.withLock { memory in
      watcher.yield(memory.state)
      memory.watchers.append(watcher)
    }
    return stream
  }

  /// Sends what waits, one change after the other.
  public func run() async throws(AddressError) {
    let (news, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    memory.withLock { memory in
      memory.news = bell
      memory.isRunning = true
    }
    tell()
    defer {
      memory.withLock { $0.isRunning = false }
      tell()
    }
    bell.yield()
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await _ in self.gate.changes() {
          self.tell()
          bell.yield()
        }
      }
      group.addTask { for await _ in news { await self.work() } }
    }
  }

  /// Goes to a city.
  public func enter(
    _ context: RequestContext, template: AddressTemplate.ID
  ) async throws(AddressError) {
    memory.withLock { memory in
      memory.context = context
      memory.template = template
      memory.isFresh = false
    }
    tell()
    memory.withLock { _ = $0.news?.yield() }
  }

  /// Asks the server for the addresses.
  public func refresh() async throws(AddressError) {
    guard !Task.isCancelled else { throw .cancelled }
    let (isRunning, context) = memory.withLock { ($0.isRunning, $0.context) }
    guard isRunning else { throw .notRunning }
    guard context != nil else { throw .noCity }
    guard gate.isOpen else { throw .unreachable("offline") }
    await ask()
    guard !Task.isCancelled else { throw .cancelled }
    if case .failed(let reason) = memory.withLock({ $0.fetch }) { throw .unreachable(reason) }
  }

  /// Shows how things stand to all who watch.
  func tell() {
    memory.withLock { memory in
      let state = kept.values.withLock { sketch($0, memory) }
      guard state != memory.state else { return }
      memory.state = state
      for watcher in memory.watchers { watcher.yield(state) }
      memory.news?.yield()
    }
  }
}

/// A change of the book in memory.
struct SketchedAddressChange: Sendable {
  enum Wish: Sendable, Equatable {
    case make(Address, used: Int64)
    case edit(Address)
    case use(Int64)
    case remove
    case prefer(city: Int)
  }

  let id: Int
  let address: SavedAddress.ID
  var operation: String
  var wish: Wish
  var key: String?
  var mayBeApplied = false
  var refusal: AddressObstacle?

  var mark: AddressMark {
    refusal.map { .failed($0) } ?? (mayBeApplied ? .maybeApplied : .pending)
  }

  /// What the address is to say.
  var content: Address? {
    switch wish {
    case .make(let address, _), .edit(let address): address
    case .use, .remove, .prefer: nil
    }
  }
}
