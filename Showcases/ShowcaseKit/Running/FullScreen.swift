import Foundation
public import Sandbox
import Sync

extension ShowcaseProgram {
  /// Returns the full-screen program of an app whose sandbox server keeps its data between runs.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - name: The name of its directory, such as `cart`.
  ///   - server: The sandbox server in its first run.
  /// - Returns: The program, for ``fullScreen``.
  public static func demo<App: DemoApp>(
    _ app: App.Type, _ name: String,
    at server: @escaping @autoclosure @Sendable () throws -> App.Model
  ) -> FullScreen where App.Model: Codable {
    { terminal, options, directory in
      let sandbox = SandboxServer(try server(), pace: .unhurried)
      let demo = await Demo(name, sandbox, options, in: directory, makeStore: SandboxStore.init)
      try await demo.play(app, on: terminal)
    }
  }

  /// Returns the full-screen program of an app whose sandbox server is new in each run.
  public static func demo<App: DemoApp>(
    _ app: App.Type, _ name: String,
    at server: @escaping @autoclosure @Sendable () throws -> App.Model,
    pace: SandboxPace = .normal
  ) -> FullScreen {
    { terminal, options, directory in
      let sandbox = SandboxServer(try server(), pace: pace)
      let demo = await Demo(name, sandbox, options, in: directory) { _, _ in nil }
      try await demo.play(app, on: terminal)
    }
  }
}

extension Demo {
  /// Shows an app until the user quits; after each kill, launches it again.
  func play<App: DemoApp>(_ app: App.Type, on terminal: Terminal) async throws
  where App.Model == Model {
    // The previous run of the showcase may have been killed while the disk was full.
    try device.freeDisk()
    await load()
    let events = EventQueue<DemoEvent>()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        for await key in terminal.keys { events.send(.key(key)) }
        events.finish()
      }
      group.addTask { [device] in
        for await _ in device.files.updates() { events.send(.change) }
      }
      var message = ""
      while try await launch(app, events, message, on: terminal) == .kill {
        // The texts of the killed app are not for the next one; keys are.
        events.removeAll { if case .key = $0 { false } else { true } }
        let isFull = device.troubles.contains(SandboxDevice.diskFull)
        message = DemoMessage.killed + (isFull ? " The disk has space again." : "")
        try device.freeDiskOfKilledApp()
        device.files.forgetUnreadableFiles()
      }
      group.cancelAll()
    }
    try device.freeDisk()
    await save()
  }

  private func launch<App: DemoApp>(
    _ type: App.Type, _ events: EventQueue<DemoEvent>, _ message: String, on terminal: Terminal
  ) async throws -> Player<App>.Ending where App.Model == Model {
    let launch = Launch(self, events)
    let app = try await App(launch)
    noteLaunch()
    return try await withThrowingDiscardingTaskGroup { group in
      defer { group.cancelAll() }
      for task in launch.tasks { group.addTask { await task() } }
      let told = launch.diagnostics.events()
      group.addTask { for await event in told { events.send(.told(event)) } }
      @MainActor @Sendable func finish(_ work: Action.Work) async {
        let text: String
        do { text = try await work() } catch { text = DemoMessage.failed("\(error)") }
        launch.say(text)
      }
      let (turns, turn) = AsyncStream.makeStream(of: Action.Work.self)
      group.addTask { for await work in turns { await finish(work) } }
      var works: [Action.Work] = []
      let player = Player(app, self) { action in
        guard case .work(let work, let inTurn) = action else { return }
        if inTurn { turn.yield(work) } else { works.append(work) }
      }
      player.message = message
      while let event = await events.next() {
        switch event {
        case .key(let key): if let ending = player.press(key) { return ending }
        case .message(let text): player.message = text
        case .told(let event): player.event = "\(event)"
        case .select(let id): player.select(id)
        case .change: break
        }
        for work in works { group.addTask { await finish(work) } }
        works = []
        if events.isEmpty {
          let size = terminal.size
          try terminal.draw(ScreenDrawing(player.screen(rows: size.rows), size).lines)
        }
      }
      return .quit
    }
  }
}
