import Cities
import Foundation
import Networking
import Sandbox
import ShowcaseKit
import Storage
import Sync

/// The full-screen program of the showcase.
///
/// It sends events to ``CityScreen``, and performs the commands that the screen returns.
struct CityDemo: Sendable {
  private let terminal: Terminal
  private let catalog: any CityCatalog
  private let sandbox: SandboxServer<CityServerModel>
  private let files = FileReports()
  private let language: Language
  private let given: CityID?

  init(terminal: Terminal, options: ShowcaseOptions, directory: URL) throws {
    self.terminal = terminal
    language = options.language.map(Language.init(rawValue:)) ?? .english
    given = options.city.map(CityID.init(rawValue:))
    sandbox = SandboxServer(try CityServerModel(), pace: .normal)
    catalog = CitiesFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: sandbox.signedIn(or: options.server),
        directory: files.directory(directory)),
      language: language)
  }

  /// Shows the screen until the user quits.
  func run() async throws {
    try await catalog.speak(language)
    let events = EventQueue<CityEvent>()
    try await events.receiving(from: terminal, files) {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask {
          for await state in catalog.states() { events.send(.state(state)) }
        }
        group.addTask {
          await catalog.start(with: given)
        }
        group.addTask {
          await catalog.loadList()
          await perform(.refresh, events)
        }
        var screen = CityScreen(state: catalog.state)
        try await events.show(&screen, on: terminal) {
          $0.fault = sandbox.fault
        } perform: { command, _ -> Void? in
          switch command {
          case .leave: return ()
          case .toggle(let fault): sandbox.toggle(fault)
          default: group.addTask { await perform(command, events) }
          }
          return nil
        }
        group.cancelAll()
      }
    }
  }

  private func perform(
    _ command: CityCommand, _ events: EventQueue<CityEvent>
  ) async {
    do throws(CitiesError) {
      switch command {
      case .choose(let id): try await catalog.choose(id)
      case .use(let language): try await catalog.setLanguage(language)
      case .refresh:
        let revision = catalog.state.list?.revision
        let list = try await catalog.refreshList()
        events.send(
          .notice(
            list.revision == revision
              ? "The list has not changed."
              : "The list is refreshed."))
      case .startAgain: await catalog.start(with: nil)
      case .toggle, .leave: break
      }
    } catch {
      // Only a failed refresh needs a notice. If a city could not be downloaded, the catalog's state
      // contains the error, and the screen shows it beside the city's name.
      guard command == .refresh else { return }
      events.send(.notice("The list is not refreshed: \(error.words). ^R retries."))
    }
  }
}

extension CityCatalog {
  /// Selects the language of the city list that best matches `language`, such as `kk` for `kk-KZ`.
  ///
  /// - Throws: ``CityDemoError`` if the catalog cannot switch to a matching language.
  func speak(_ language: Language) async throws {
    let offered = await loadList().languages
    do throws(CitiesError) {
      try await setLanguage(Language.best(of: offered, for: [language.rawValue]) ?? language)
    } catch {
      throw CityDemoError(description: error.words)
    }
  }
}

/// An error that ends the showcase, with a text for the user.
struct CityDemoError: Error, CustomStringConvertible {
  let description: String
}
