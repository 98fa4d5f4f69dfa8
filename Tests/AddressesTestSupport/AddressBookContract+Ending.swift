import Addresses
import AddressesServerModel
import Networking
import NetworkingTestSupport
import StorageTestSupport
import Sync
import Testing

extension AddressBookContract {
  private typealias Call = EndingCall<any AddressBook, AddressError>

  /// All calls of a book but `run()` and `enter(_:template:)`.
  private var calls: [Call] {
    [
      Call("add", cityless: .failure(.noCity)) { try await $0.add(.home) },
      Call("change", cityless: .any) {
        try await $0.change($0.anyID, to: .home.with(.apartment, "8"))
      },
      Call("use", cityless: .any) { try await $0.use($0.anyID) },
      Call("makeDefault", cityless: .any) { try await $0.makeDefault($0.anyID) },
      refresh,
      Call(
        "keep", notRunning: .failure(.unknownChange(99)), cityless: .failure(.unknownChange(99)),
        cancelled: .any
      ) { try await $0.keep(99) },
      Call(
        "discard", notRunning: .failure(.unknownChange(99)), cityless: .failure(.unknownChange(99)),
        cancelled: .failure(.cancelled)
      ) { try await $0.discard(99) },
      Call("remove", cityless: .any) { try await $0.remove($0.anyID) },
    ]
  }

  private var refresh: Call {
    Call(
      "refresh", notRunning: .failure(.notRunning), cityless: .failure(.noCity),
      cancelled: .failure(.cancelled)
    ) { try await $0.refresh() }
  }

  func endsWithoutRun(_ device: some AddressDevice) async throws {
    let book = device.launch(with: .samples)
    #expect(book.state.fetch == .notRunning)
    try await book.enter(.almaty, template: AddressTemplate.ID(rawValue: "KZ"))
    for call in calls { await call.verify(.notRunning, on: book) }
    #expect(book.state.fetch == .notRunning)
    try await book.add(.work)
    #expect(book.state.waiting.first?.reason == .notRunning)
    #expect(device.server.requests.isEmpty)
  }

  func endsWithoutCity(_ device: some AddressDevice) async throws {
    try await device.session(in: nil) { book in
      await book.when { $0.fetch != .notRunning }
      for call in calls { await call.verify(.cityless, on: book) }
    }
  }

  func endsCancelled(_ device: some AddressDevice) async throws {
    device.gate.close(for: .offline)
    try await device.session { book in
      await book.when { $0.fetch != .notRunning }
      for call in calls { await call.verify(.cancelled, on: book) }
      try await book.add(.work)
      let change = try #require(book.state.waiting.last?.id)
      let keep = Call("keep", cancelled: .failure(.cancelled)) { try await $0.keep(change) }
      await keep.verify(.cancelled, on: book)
      #expect(book.state.waiting.last?.id == change)
    }
  }

  func endsLate(_ device: some AddressDevice) async throws {
    device.server.isSilent = true
    try await device.session { book in
      await device.server.holdsRequest()
      let failure = await refresh.failureWhenCancelled(on: book) { await Task.yield() }
      #expect(failure == .cancelled)
    }
    let book = device.launch(with: .samples)
    try await book.enter(.almaty, template: AddressTemplate.ID(rawValue: "KZ"))
    await withTaskGroup(of: Void.self) { group in
      group.addTask { do { try await book.run() } catch { Issue.record(error) } }
      await device.server.holdsRequest()
      async let failure = refresh.failureWhenCancelled(on: book) {
        await book.when { $0.fetch == .notRunning }
        await Task.yield()
      }
      group.cancelAll()
      #expect([.notRunning, .cancelled].contains(await failure))
    }
  }

  func runEnds(_ device: some AddressDevice) async throws {
    device.server.isSilent = true
    let book = device.launch(with: .samples)
    for moment in 0..<3 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        if moment == 0 { group.cancelAll() }
        group.addTask { try await book.run() }
        if moment == 2 {
          try await book.enter(.almaty, template: AddressTemplate.ID(rawValue: "KZ"))
          try await book.add(.home)
          await device.server.holdsRequest()
        }
        group.cancelAll()
        try await group.waitForAll()
      }
      #expect(book.state.fetch == .notRunning)
    }
    device.server.isSilent = false
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await book.run() }
      await book.settled()
      group.cancelAll()
      try await group.waitForAll()
    }
    #expect(device.server.model.list.addresses.count == 1)
  }
}

extension AddressBook {
  /// An address of the book, or the id of none.
  fileprivate var anyID: SavedAddress.ID {
    state.addresses.first?.id ?? SavedAddress.ID(rawValue: "none")
  }
}
