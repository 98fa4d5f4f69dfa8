import Foundation
import Menu
import Networking
import Sandbox
import ShowcaseKit
import Storage
import Sync

/// The full-screen program of the showcase.
///
/// It sends events to ``MenuScreen``, and performs the commands that the screen returns.
struct MenuDemo: Sendable {
  private let terminal: Terminal
  private let catalog: any MenuCatalog
  private let sandbox: SandboxServer<MenuServerModel>
  private let city: SettledCity
  private let files = FileReports()
  private let language: String
  private let hasSandbox: Bool

  init(terminal: Terminal, options: ShowcaseOptions, directory: URL) throws {
    self.terminal = terminal
    language = try options.language(among: SandboxCity.languages) ?? SandboxCity.languages[0]
    hasSandbox = options.server == nil
    sandbox = SandboxServer(try MenuServerModel(), pace: .normal)
    city = SettledCity(try SandboxCity.context(in: language), gate: Gate())
    catalog = MenuFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: sandbox.signedIn(or: options.server),
        directory: files.directory(directory), city: city),
      fulfillment: .delivery)
  }

  /// Shows the screen until the user quits.
  func run() async throws {
    let events = EventQueue<MenuEvent>()
    try await events.receiving(from: terminal, files) {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { await catalog.run() }
        group.addTask {
          for await state in catalog.states() { events.send(.state(state)) }
        }
        group.addTask { await watchUnavailableItems(events) }
        var screen = MenuScreen(catalog.state, language: language, time: .now)
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

  /// Fetches the unavailable items every second, as an app without push notifications would.
  private func watchUnavailableItems(_ events: EventQueue<MenuEvent>) async {
    while !Task.isCancelled {
      do {
        try await catalog.refreshUnavailable()
      } catch {
        // The catalog's state still contains the items of the last successful fetch. If the network
        // failed, the status line of the screen shows the error.
      }
      events.send(.time(.now))
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
    }
  }

  private func perform(
    _ command: MenuCommand, _ events: EventQueue<MenuEvent>
  ) async {
    do {
      switch command {
      case .stop where !hasSandbox, .publish where !hasSandbox:
        events.send(.notice(DemoMessage.needsSandbox))
      case .use(let fulfillment, let language):
        city.settle(in: try SandboxCity.context(in: language))
        await catalog.setFulfillment(fulfillment)
      case .refresh: try await catalog.refresh()
      case .stop(let item):
        sandbox.change { $0.toggleStop(MenuServerModel.Stop(item), in: SandboxCity.id) }
        try await catalog.refreshUnavailable()
      case .publish:
        let edit = MenuEdit("modifiers", "bacon", .set("price", "\(Int.random(in: 30...60))000"))
        sandbox.change { $0.publish([edit], in: SandboxCity.id) }
        try await catalog.refresh()
      case .toggle, .leave: break
      }
    } catch let error as SyncError {
      events.send(.notice(DemoMessage.failed(error.words)))
    } catch {
      events.send(.notice(DemoMessage.failed("\(error)")))
    }
  }
}

extension MenuServerModel.Stop {
  /// Creates an entry that makes an item unavailable for the next 15 minutes.
  init(_ item: MenuItem) {
    let (kind, id) =
      switch item {
      case .product(let id): ("product", id.rawValue)
      case .variant(let id): ("variant", id.rawValue)
      case .combo(let id): ("combo", id.rawValue)
      case .modifier(let id): ("modifier", id.rawValue)
      case .ingredient(let id): ("ingredient", id.rawValue)
      }
    let until = Int64(Date.now.timeIntervalSince1970) + 900
    self.init(kind: kind, id: id, until: until, reason: "soldOut")
  }
}
