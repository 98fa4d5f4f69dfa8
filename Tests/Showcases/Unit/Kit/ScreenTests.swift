import Foundation
import Networking
import Sandbox
import Testing

@testable import ShowcaseKit

/// Tests of what a scene shows, and of what its keys do, without a terminal.
@MainActor
struct ScreenTests {
  private let app: NamesApp
  private let folder = StateFolder()
  private let player: Player<NamesApp>
  private let log = WorkLog()

  init() {
    let sandbox = SandboxServer(NoServer())
    let demo = Demo("names", sandbox, ShowcaseOptions(), in: folder.url) { _, _ in nil }
    app = NamesApp(Launch(demo, EventQueue()))
    player = Player(app, demo) { [log] action in
      if case .work(let work, _) = action { log.works.append(work) }
    }
  }

  @Test func `A description is the same after it was encoded`() throws {
    app.names = ["Ann", "Bob"]
    let screen = player.screen(rows: 24)
    let bytes = try JSONEncoder().encode(screen)
    #expect(try JSONDecoder().decode(Screen.self, from: bytes) == screen)
    #expect(screen.sections.map(\.rows.count) == [2, 0])
  }

  @Test func `The selected row is visible in a window of any size, and no row is too many`() throws
  {
    app.names = (0..<60).map { "Person \($0) of many, with a long remark behind the name" }
    for row in [0, 7, 31, 59] {
      player.select("\(row)")
      let screen = player.screen(rows: 40)
      for (columns, rows) in [(20, 5), (20, 24), (80, 5), (80, 24), (120, 40), (1, 1), (33, 9)] {
        let lines = ScreenDrawing(screen, Terminal.Size(columns: columns, rows: rows)).lines
        #expect(lines.prefix(rows).contains { $0.text.hasPrefix("› Person") }, "\(columns)x\(rows)")
        #expect(lines.count <= max(rows, 3), "\(columns)x\(rows)")
        let isCut = lines.contains { DisplayWidth.of($0.text) > max(20, columns) }
        #expect(!isCut, "\(columns)x\(rows)")
      }
    }
  }

  @Test func `Of a long part, only the rows near the selected one are described`() throws {
    app.names = (0..<10_000).map { "\($0)" }
    player.select("5000")
    let section = player.screen(rows: 10).sections[0]
    #expect(section.first == 4_990 && section.rows.count == 20)
    #expect(player.screen(rows: 10).selected == 5_000)
  }

  @Test func `The selection follows its element`() throws {
    app.names = ["Ann", "Bob", "Cid"]
    #expect(player.press(.down) == nil && player.press(.down) == nil)
    app.names = ["Cid", "Ann"]
    #expect(player.screen(rows: 24).selected == 0)
    app.names = []
    #expect(player.screen(rows: 24).selected == nil)
  }

  @Test func `A key acts on the element that is selected when it is pressed`() throws {
    app.names = ["Ann", "Bob"]
    _ = player.press(.down)
    _ = player.press("g")
    #expect(player.screen(rows: 24).message == "Hello, Bob.")
  }

  @Test func `A command with a question runs when its key is pressed twice in a row`() throws {
    app.names = ["Ann"]
    _ = player.press("x")
    #expect(player.message == "Press x again.")
    _ = player.press(.up)
    _ = player.press("x")
    #expect(app.names == ["Ann"])
    _ = player.press("x")
    #expect(app.names.isEmpty)
  }

  @Test func `A key without an effect says so`() throws {
    _ = player.press("g")
    #expect(player.message == "Nobody is here.")
    _ = player.press("ü")
    #expect(player.message == "This key does nothing here.")
  }

  @Test func `A typed text ends in the field, and its keys are no commands`() throws {
    app.query = ""
    for key in ["q", "g", "x"] as [Key] { #expect(player.press(key) == nil) }
    _ = player.press(.backspace)
    #expect(app.query == "qg")
    #expect(player.screen(rows: 24).field == Screen.Field(label: "Find", text: "qg"))
  }

  @Test func `A prompt is answered or left`() async throws {
    _ = player.press("n")
    _ = player.press("E")
    #expect(player.screen(rows: 24).field == Screen.Field(label: "Name", text: "E"))
    _ = player.press(.escape)
    #expect(player.screen(rows: 24).field == nil && log.works.isEmpty)
    _ = player.press("n")
    _ = player.press("E")
    _ = player.press(.enter)
    #expect(try await log.works.first?() == "E is here.")
    #expect(app.names == ["E"])
  }

  @Test func `The description names each key once, faults in a group of their own`() throws {
    app.names = ["Ann", "Bob"]
    let keys = player.screen(rows: 24).keys.map { $0.map(\.name) }
    #expect(
      keys == [["↑↓", "g", "x", "n", "q"], ["^O", "^F", "^A", "^K"]])
  }
}

@MainActor
private final class WorkLog {
  var works: [Action.Work] = []
}

private final class NamesApp: DemoApp {
  var names: [String] = []
  var query: String?

  init(_ launch: Launch<NoServer>) {}

  func scene() -> Scene {
    Scene(
      "Names", field: query.map { TextField("Find", $0) { self.query = $0 } },
      [
        Part(
          names, empty: "Nobody is here.",
          id: { $0.split(separator: " ").dropFirst().first.map(String.init) ?? $0 },
          commands: [
            .now("g", "greet") { "Hello, \($0)." },
            .now("x", "remove") { name in
              self.names.removeAll { $0 == name }
              return ""
            }.confirmed("Press x again."),
          ]
        ) { Screen.Row($0) },
        Part(below: ["The end"]),
      ],
      commands: [
        .ask("n", "new", "Name") { name in
          self.names.append(name)
          return "\(name) is here."
        }
      ])
  }
}

private struct NoServer: ServerModel {
  mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    HTTPResponse(status: 404, body: Data())
  }
}
