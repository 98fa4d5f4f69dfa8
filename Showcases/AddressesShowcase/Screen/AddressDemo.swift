import Addresses
import Foundation
import Networking
import Sandbox
import ShowcaseKit
import Sync

/// The showcase's full-screen program.
///
/// The program sends events to an ``AddressScreen``, and performs the commands that the screen returns.
final class AddressDemo: Sendable {
  private let terminal: Terminal
  private let language: DemoLanguage
  /// The URL of a real server; `nil` if the app uses the sandbox server in this process.
  private let server: URL?
  private let sandbox = AddressesSandbox(pace: .unhurried)
  private let store: SandboxStore<AddressesServerModel>
  /// The file in which an earlier release of the showcase stored the sandbox server's data.
  private let formerStore: URL
  private let device: SandboxDevice
  private let templates: AddressTemplates

  init(terminal: Terminal, options: ShowcaseOptions, directory: URL) throws {
    self.terminal = terminal
    let asked = try options.language(among: DemoLanguage.allCases.map(\.rawValue))
    language = asked.flatMap(DemoLanguage.init) ?? .en
    server = options.server
    // Each server has its own directory. In a shared directory, the app would treat the addresses of
    // one server as removed when it fetches the addresses of the other.
    let folder = server == nil ? "addresses" : "addresses-of-server"
    device = SandboxDevice(directory.appending(path: folder, directoryHint: .isDirectory))
    store = SandboxStore(
      directory.appending(path: "addresses-sandbox", directoryHint: .isDirectory),
      reports: device.files)
    formerStore = directory.appending(path: "server.json")
    templates = try .bundled()
  }

  /// Shows the app until the user leaves the showcase; if the user kills the app, launches it again.
  func run() async throws {
    if server == nil {
      let stored =
        await store.load() ?? AddressesSandbox.stored(inJSON: formerStore, reports: device.files)
      if let stored { sandbox.change { $0 = stored } }
    }
    var screen = AddressScreen(state: .empty, place: .almaty, language: language)
    try await device.play(on: terminal) { try await launch(&screen, $0) }
    if server == nil { await store.save(sandbox) }
  }

  /// Launches the app, and shows it until the user kills it or leaves the showcase.
  ///
  /// Returns `true` if the app has to be launched again, because the user has killed it.
  private func launch(
    _ screen: inout AddressScreen, _ events: EventQueue<AddressEvent>
  ) async throws -> Bool {
    let city = SettledCity(screen.place.context, gate: device.gate)
    let environment = FeatureEnvironment(
      transport: sandbox.stored(in: store).signedIn(or: server), directory: device.launch(),
      city: city)
    let book = AddressesFactory.makeBook(in: environment, templates: templates)
    return try await device.running(book.run) {
      "The address book has stopped: \(words(of: $0)). Start the showcase again."
    } during: { group in
      group.addTask { for await state in book.states() { events.send(.state(state)) } }
      return try await device.show(&screen, events, on: terminal) {
        $0.troubles = device.troubles
      } perform: { command, screen in
        if case .enter(let place) = command {
          screen.place = place
          screen.state = .empty
          city.settle(in: place.context)
        }
        let place = screen.place
        group.addTask {
          let event = await self.perform(command, book, place)
          // After a kill, this task is canceled. Its message would replace the one about the kill.
          if !Task.isCancelled { events.send(event) }
        }
      }
    }
  }

  private func perform(
    _ command: AddressCommand, _ book: any AddressBook, _ place: Place
  ) async -> AddressEvent {
    do {
      switch command {
      case .save(let address, nil): return .saved(try await book.add(address).writeStatus.words)
      case .save(let address, let id?):
        return .saved(try await book.change(id, to: address).words)
      case .remove(let id): return .notice(try await book.remove(id).words)
      case .use(let id): return .notice(try await book.use(id).words)
      case .makeDefault(let id): return .notice(try await book.makeDefault(id).words)
      case .decide(let isKept): return .notice(try await decide(isKept, book))
      case .refresh: try await book.refresh()
      case .device(.loseAnswer) where server != nil, .sandbox where server != nil:
        return .notice(DemoMessage.needsSandbox)
      case .device(let trouble): return .notice(try await device.cause(trouble, at: sandbox))
      case .sandbox(let trouble): return .notice(make(trouble, place))
      case .enter, .leave: break
      }
      return .notice("")
    } catch {
      return .notice(DemoMessage.failed(words(of: error)))
    }
  }

  private func decide(_ isKept: Bool, _ book: any AddressBook) async throws -> String {
    guard let wait = book.state.pending.first(where: \.isUndecided) else {
      return DemoMessage.nothingRejected
    }
    if isKept { try await book.retry(wait.id) } else { try await book.discard(wait.id) }
    return ""
  }

  private func make(_ trouble: AddressTrouble, _ place: Place) -> String {
    switch trouble {
    case .closeCity:
      let city = place.context.city.rawValue
      sandbox.change { server in
        if server.closedCities.remove(city) == nil { server.closedCities.insert(city) }
      }
      let isClosed = sandbox.model.closedCities.contains(city)
      return isClosed
        ? "The city is closed: ^R refreshes the book." : "The city is open: ^R refreshes the book."
    case .addElsewhere:
      sandbox.change { $0.addElsewhere(place.example.content) }
      return "Another device has added an address: ^R refreshes the book."
    case .editElsewhere(let id):
      let row = sandbox.model.list.addresses.first { $0.id == id }
      guard let row else { return "The server does not have this address yet." }
      sandbox.change { server in
        server.editElsewhere(
          id,
          AddressView.Content(
            city: row.address.city, template: row.address.template,
            label: row.address.label + "!", fields: row.address.fields))
      }
      return "Another device has renamed this address: ^R refreshes the book."
    case .removeElsewhere(let id):
      sandbox.change { $0.removeElsewhere(id) }
      return "Another device has removed this address: ^R refreshes the book."
    }
  }
}
