import Sandbox
import Cities
import Foundation
import Networking
import ShowcaseKit
import Storage
import Sync

/// The full-screen form, which sends events to the screen and performs its commands.
struct CityBrowser: Sendable {
  private let terminal: Terminal
  private let catalog: any CityCatalog
  private let sandbox: SandboxServer<CityServerModel>
  private let files = FileReports()
  private let language: Language
  private let given: City.ID?

  init(terminal: Terminal, options: ShowcaseOptions, directory: URL) throws {
    self.terminal = terminal
    language = options.language.map(Language.init(rawValue:)) ?? .english
    given = options.city.map(City.ID.init(rawValue:))
    sandbox = SandboxServer(try CityServerModel(), pace: .normal)
    catalog = CitiesFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: sandbox.transport(or: options.server),
        directory: files.directory(directory)),
      language: language)
  }

  /// Shows the screen until the user quits.
  func run() async throws {
    try await catalog.speak(language)
    let events = EventQueue<BrowserEvent>()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        for await key in terminal.keys { events.send(.key(key)) }
        events.finish()
      }
      group.addTask {
        for await sentences in files.updates() { events.send(.reports(sentences)) }
      }
      group.addTask {
        for await state in catalog.states() { events.send(.state(state)) }
      }
      group.addTask {
        await catalog.start(with: given)
      }
      group.addTask {
        await tellList(to: events)
        await perform(.refresh, events)
      }
      var screen = BrowserScreen(state: catalog.state)
      while let event = await events.next() {
        switch screen.take(event) {
        case .leave:
          group.cancelAll()
          return
        case .toggle(let fault): sandbox.toggle(fault)
        case let command?: group.addTask { await perform(command, events) }
        case nil: break
        }
        screen.fault = sandbox.fault
        if events.isEmpty { try terminal.draw(screen.lines(in: terminal.size)) }
      }
      group.cancelAll()
    }
  }

  private func perform(
    _ command: BrowserCommand, _ events: EventQueue<BrowserEvent>
  ) async {
    do {
      switch command {
      case .choose(let id): try await catalog.choose(id)
      case .use(let language): try await catalog.use(language)
      case .refresh: events.send(.notice(words(for: try await catalog.refreshList())))
      case .startAgain: await catalog.start(with: nil)
      case .toggle, .leave: break
      }
    } catch  where command == .refresh {
      events.send(.notice("The list could not be refreshed: \(error)"))
    } catch {
      // The catalog's state contains this error, and the screen shows it beside the city.
    }
    await tellList(to: events)
  }

  private func tellList(to events: EventQueue<BrowserEvent>) async {
    do {
      events.send(.list(try await catalog.list()))
    } catch {
      events.send(.notice("\(error)"))
    }
  }

  private func words(for refresh: ListRefresh) -> String {
    switch refresh {
    case .updated(let revision): "The list has been refreshed to revision \(revision)."
    case .unchanged: "The list is the newest."
    case .older(let revision): "The server's list is older (revision \(revision)) and was ignored."
    }
  }
}

extension CityCatalog {
  /// Selects the offered language that best matches `language`, such as `kk` for `kk-KZ`.
  func speak(_ language: Language) async throws {
    let offered = try await list().languages
    try await use(Language.best(of: offered, for: [language.rawValue]) ?? language)
  }
}
