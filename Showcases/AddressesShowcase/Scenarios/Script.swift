import Addresses
import Foundation
import Sandbox
import ShowcaseKit
import Sync

/// The steps of this showcase's scenarios.
///
/// All launches of the app in one scenario use the same directory and the same sandbox server.
final class Script: LaunchScript {
  let stage: Stage
  let sandbox = SandboxServer(AddressesServerModel())
  let device: SandboxDevice
  private let templates: AddressTemplates
  let clock = PausedClock()

  init(_ stage: Stage) throws {
    self.stage = stage
    templates = try .bundled()
    device = SandboxDevice(
      stage.directory.appending(path: "addresses", directoryHint: .isDirectory))
  }

  func launch(_ body: (any AddressBook) async throws -> Void) async throws {
    try await launch(in: .almaty, body)
  }

  /// Launches the app as a new process in the city of `place`, runs it during `body`, and kills it.
  ///
  /// The app uses `templates`. If `templates` is `nil`, it uses the templates that are bundled with the
  /// module `Addresses`.
  func launch(
    in place: Place, with templates: AddressTemplates? = nil,
    _ body: (any AddressBook) async throws -> Void
  ) async throws {
    tell("The app starts in \(place.name)")
    let city = SettledCity(place.context, gate: device.gate)
    let book = environment(sandbox.signedIn(), in: city).makeAddressBook(
      templates: templates ?? self.templates)
    try await running(book.run) {
      for await state in book.states() where state.sync.isLoaded { break }
      try await body(book)
    }
  }

  /// Launches the app without a network, and reconnects the network after `delay`.
  ///
  /// Then waits until no change is pending, and writes the result to the transcript.
  func launchOffline(waiting delay: Duration = .zero) async throws {
    try await launch { book in
      await showOffline(book)
      try await pass(delay)
      await goOnline(book)
    }
  }

  /// Waits for a state of the address book that satisfies `isSo`, and writes it to the transcript.
  func show(_ book: any AddressBook, when isSo: (AddressBookState) -> Bool = { _ in true }) async {
    for await state in book.states() where isSo(state) { return details(AddressPage.lines(state)) }
  }

  /// Waits until the server has confirmed every change, and writes the address book to the transcript.
  func showSettled(_ book: any AddressBook) async {
    await show(book) { $0.pending.isEmpty && $0.sync.fetch == .idle }
  }

  /// Waits until the app has noticed the lost network, and writes the address book to the transcript.
  ///
  /// The address book then shows each pending change as waiting, not as ready to be sent.
  func showOffline(_ book: any AddressBook) async {
    await show(book) { state in
      state.sync.fetch == .closed([.offline]) && state.pending.allSatisfy { $0.reason != .ready }
    }
  }

  /// Writes to the transcript how many changes the server has received.
  ///
  /// Counts only the changes since the method was last called.
  func tellReceived() {
    tell("The server received \(sandbox.takeChanges().count) changes")
  }

  func lines(of error: any Error) -> [String] {
    guard case AddressError.invalid(let problems) = error else {
      return [DemoMessage.failed("\(error)")]
    }
    return [DemoMessage.failed(AddressPage.words(problems))]
      + problems.map { "! \(DemoLanguage.en.words($0))" }
  }

  /// Adds an address, and writes the result to the transcript.
  ///
  /// Returns the id of the added address, or `nil` if adding failed.
  @discardableResult
  func add(_ address: Address, to book: any AddressBook) async -> SavedAddress.ID? {
    let added = await attempt("Add \(AddressPage.name(address, written(address)))") {
      try await book.add(address)
    }
    return added
  }

  /// Adds an address, and waits until the server has confirmed it.
  ///
  /// Returns the id of the added address, or `nil` if adding failed.
  @discardableResult
  func addAndSettle(_ address: Address, in book: any AddressBook) async -> SavedAddress.ID? {
    let id = await add(address, to: book)
    await showSettled(book)
    return id
  }

  /// Reconnects the network, and waits until the server has confirmed every change.
  func goOnline(_ book: any AddressBook) async {
    goOnline()
    await showSettled(book)
  }

  private func written(_ address: Address) -> [String] {
    templates[address.template]?.lines(of: address, in: "en") ?? []
  }
}
