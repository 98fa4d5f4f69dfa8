import Addresses
import Foundation
import ShowcaseKit
import Storage
import Sync

/// The steps of the scenarios: launches of the app with one directory and one server.
final class Script: DeviceScript {
  let stage: Stage
  let sandbox: AddressesSandbox
  let device: SandboxDevice
  private let templates: AddressTemplates
  let clock = PausedClock()

  init(_ stage: Stage) throws {
    self.stage = stage
    sandbox = AddressesSandbox()
    templates = try .bundled()
    device = SandboxDevice(
      stage.directory.appending(path: "addresses", directoryHint: .isDirectory))
  }

  /// Launches the app as a new process, runs it during `body`, and kills it.
  func launch(
    in place: Place = .almaty, with templates: AddressTemplates? = nil,
    _ body: (any AddressBook) async throws -> Void
  ) async throws {
    tell("The app starts in \(place.name)")
    let environment = FeatureEnvironment(
      transport: sandbox.signedIn(), directory: device.launch(),
      city: SettledCity(place.context, gate: device.gate), clock: clock, random: LongestWaits(),
      now: { [clock = stage.clock] in
        let passed = clock.now.sinceStart.components.seconds
        return Date(timeIntervalSince1970: 1_800_000_000 + Double(passed))
      }, makeID: device.nextID)
    let book = AddressesFactory.makeBook(in: environment, templates: templates ?? self.templates)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await book.run() }
      for await state in book.states() where state.sync.isLoaded { break }
      try await body(book)
      group.cancelAll()
    }
  }

  /// Waits for a state that satisfies the condition, and writes it to the transcript.
  func show(
    _ book: any AddressBook, when isSo: (AddressBookState) -> Bool = { _ in true }
  ) async {
    for await state in book.states() where isSo(state) {
      stage.transcript.details(AddressPage.lines(state))
      return
    }
  }

  /// Waits until the server has every change, and writes the book to the transcript.
  func showSettled(_ book: any AddressBook) async {
    await show(book) { $0.pending.isEmpty && $0.sync.fetch == .idle }
  }

  /// Waits until every change is blocked by the closed gate, and writes the book to the transcript.
  func showOffline(_ book: any AddressBook) async {
    await show(book) { state in
      state.sync.fetch == .closed([.offline]) && state.pending.allSatisfy { $0.reason != .ready }
    }
  }

  /// Performs a call, and writes its result or its error to the transcript.
  @discardableResult
  func attempt<Result>(
    _ what: String, _ body: () async throws(AddressError) -> Result
  ) async -> Result? {
    tell(what)
    do throws(AddressError) {
      let result = try await body()
      if let writeStatus = result as? WriteStatus { stage.transcript.detail(writeStatus.words) }
      return result
    } catch {
      stage.transcript.detail(DemoMessage.failed(error.words))
      if case .invalid(let problems) = error {
        stage.transcript.details(problems.map { "! \(DemoLanguage.en.words($0))" })
      }
      return nil
    }
  }

  /// Adds an address, and writes the result to the transcript.
  func add(_ address: Address, to book: any AddressBook) async -> SavedAddress.ID? {
    let added = await attempt("Add \(AddressPage.name(address, written(address)))") {
      () async throws(AddressError) in try await book.add(address)
    }
    if let added { stage.transcript.detail(added.writeStatus.words) }
    return added?.id
  }

  private func written(_ address: Address) -> [String] {
    templates[address.template]?.lines(of: address) ?? []
  }
}
