import Addresses
import Foundation
import Networking
import ShowcaseKit
import Storage
import Sync
import Synchronization

/// What every scenario is written with: the app's launches over one folder and one server.
///
/// The script says what it waits for, and time goes on only when it says so: then every run of it
/// tells the same.
final class Script: Sendable {
  let stage: Stage
  let sandbox: AddressesSandbox
  let gate = Gate()
  let disk: Mutex<FullDisk>
  let folder: URL
  private let templates: AddressTemplates
  private let clock = PausedClock()
  private let launches = Mutex<(directory: StorageDirectory?, ids: Int)>((nil, 0))

  init(_ stage: Stage) throws {
    self.stage = stage
    sandbox = try AddressesSandbox()
    templates = try .bundled()
    folder = stage.directory.appending(path: "addresses", directoryHint: .isDirectory)
    disk = Mutex(FullDisk(folder))
  }

  /// Starts the app as a new process would, does something with it, and kills it.
  func launch(
    in place: Place = .almaty, with templates: AddressTemplates? = nil,
    _ body: (any AddressBook) async throws -> Void
  ) async throws {
    tell("The app starts in \(place.name)")
    let directory = nextDirectory()
    let book = AddressesFactory.makeBook(
      transport: AddressesSandboxTransport(sandbox: sandbox, pause: {}), directory: directory,
      templates: templates ?? self.templates, gate: gate, clock: clock,
      now: { [clock = stage.clock] in
        let passed = clock.now.sinceStart.components.seconds
        return Date(timeIntervalSince1970: 1_800_000_000 + Double(passed))
      }, random: Steady(), makeID: nextID)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await book.run() }
      try await book.enter(place.context, template: place.template)
      try await body(book)
      group.cancelAll()
    }
  }

  /// The folder as the next launch sees it; the one before has let go of it.
  func nextDirectory() -> StorageDirectory {
    let directory = StorageDirectory(folder)
    launches.withLock { launches in
      launches.directory?.close()
      launches.directory = directory
    }
    return directory
  }

  /// Writes what is waiting, as an app does when it leaves the foreground.
  func flush() async throws {
    try await launches.withLock { $0.directory }?.flush()
  }

  func tell(_ text: String) {
    stage.transcript.line(text)
  }

  /// Waits until the book is so, and shows it.
  func show(
    _ book: any AddressBook, when isSo: (AddressBookState) -> Bool = { _ in true }
  ) async {
    for await state in book.states() where isSo(state) {
      stage.transcript.details(AddressPage.lines(state))
      return
    }
  }

  /// Waits until the server has everything, and shows the book.
  func showSettled(_ book: any AddressBook) async {
    await show(book) { $0.waiting.isEmpty && $0.fetch == .idle }
  }

  /// Waits until everything waits for the network, and shows the book.
  func showOffline(_ book: any AddressBook) async {
    await show(book) { state in
      state.fetch == .closed([.offline]) && state.waiting.allSatisfy { $0.reason != .next }
    }
  }

  /// Does something that may be refused, and tells how that went.
  @discardableResult
  func attempt<Result>(
    _ what: String, _ body: () async throws(AddressError) -> Result
  ) async -> Result? {
    tell(what)
    do throws(AddressError) {
      let result = try await body()
      if let persistence = result as? Persistence { stage.transcript.detail(persistence.words) }
      return result
    } catch {
      stage.transcript.detail("Not done: \(error.words)")
      if case .invalid(let problems) = error {
        stage.transcript.details(problems.map { "! \(Tongue.en.words($0))" })
      }
      return nil
    }
  }

  /// Adds an address, and tells how that went.
  func add(_ address: Address, to book: any AddressBook) async -> SavedAddress.ID? {
    let added = await attempt("Add \(AddressPage.name(address, written(address)))") {
      () async throws(AddressError) in try await book.add(address)
    }
    if let added { stage.transcript.detail(added.persistence.words) }
    return added?.id
  }

  private func written(_ address: Address) -> [String] {
    templates[address.template]?.lines(of: address) ?? []
  }

  func pass(_ duration: Duration) async throws {
    try await stage.clock.sleep(for: duration)
    clock.advance(by: duration)
  }

  func goOffline() {
    gate.close(for: .offline)
    tell("The network goes")
  }

  func goOnline() {
    gate.open(for: .offline)
    tell("The network is back")
  }

  private func nextID() -> String {
    launches.withLock { launches in
      launches.ids += 1
      return "id-\(launches.ids)"
    }
  }

  /// Waits are as long as they can be.
  private struct Steady: RandomNumberGenerator {
    mutating func next() -> UInt64 { .max }
  }
}
