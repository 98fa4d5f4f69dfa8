/// Plays one launch of an app: passes the keys to its scenes, and describes what they show.
@MainActor
final class Player<App: DemoApp> {
  /// The reason why a launch has ended.
  enum Ending { case quit, kill }

  private let app: App
  private let demo: Demo<App.Model>
  private let perform: (Action) -> Void
  /// The selected row of each scene, by the scene's title.
  private var selection: [String: (row: Int, id: String)] = [:]
  private var prompt: Prompt?
  /// The key whose command the user has to confirm by pressing it again.
  private var unconfirmed: Key?
  var message = ""
  /// The last event of the app's engines.
  var event = ""

  /// Creates a player that calls `perform` for each command that takes time.
  init(_ app: App, _ demo: Demo<App.Model>, perform: @escaping (Action) -> Void) {
    (self.app, self.demo, self.perform) = (app, demo, perform)
  }

  // MARK: Keys

  /// Handles a key, and returns how the launch ends; `nil` if it goes on.
  func press(_ key: Key) -> Ending? {
    switch key {
    case .resize: return nil
    case .control("c"): return .quit
    case .control("k"): return .kill
    default: break
    }
    message = ""
    let confirmed = unconfirmed
    unconfirmed = nil
    if let prompt { return answer(prompt, key) }
    let scene = app.scene()
    let row = row(in: scene)
    if type(key, in: scene, row) { return nil }
    if let row, let (part, index) = scene.place(of: row),
      let command = part.commands.first(where: { $0.keys.contains(key) })
    {
      follow(command, on: index, key, confirmed)
    } else if let command = (scene.commands + demo.faults).first(where: { $0.keys.contains(key) }) {
      follow(command, on: (), key, confirmed)
    } else if !move(key, in: scene) {
      if key == "q" { return .quit }
      message = hint(for: key, in: scene)
    }
    return nil
  }

  private func answer(_ prompt: Prompt, _ key: Key) -> Ending? {
    switch key {
    case .escape: self.prompt = nil
    case .enter:
      self.prompt = nil
      perform(.work({ try await prompt.submit(prompt.text) }, inTurn: true))
    default: self.prompt?.text.edit(by: key)
    }
    return nil
  }

  /// Changes the text of the field that has the cursor; returns `false` if the key changes none.
  private func type(_ key: Key, in scene: Scene, _ row: Int?) -> Bool {
    if let set = scene.setText, var text = scene.screen.field?.text {
      guard text.edit(by: key) else { return false }
      set(text)
      selection[scene.screen.title] = nil
      return true
    }
    guard let row, let (part, index) = scene.place(of: row), var text = part.row(index).text,
      text.edit(by: key)
    else { return false }
    part.edit(index, text)
    return true
  }

  private func follow<Subject>(
    _ command: Command<Subject>, on subject: Subject, _ key: Key, _ confirmed: Key?
  ) {
    if command.place == .sandbox, demo.options.server != nil {
      message = DemoMessage.needsSandbox
    } else if let question = command.question, confirmed != key {
      (unconfirmed, message) = (key, question)
    } else {
      let action = command.action(subject, key)
      switch action {
      case .done(let text): message = text
      case .ask(let prompt): self.prompt = prompt
      case .work: perform(action)
      }
    }
  }

  /// Returns what to tell the user about a key that does nothing.
  private func hint(for key: Key, in scene: Scene) -> String {
    let other = scene.parts.first { $0.commands.contains { $0.keys.contains(key) } }
    guard let other else { return "This key does nothing here." }
    guard other.count == 0 else {
      return "Select a row\(other.title.map { " of \($0.text)" } ?? "") first."
    }
    return other.empty.isEmpty ? "There is nothing here." : other.empty
  }

  // MARK: The selection

  func select(_ id: String) {
    let scene = app.scene()
    var row = 0
    for part in scene.parts {
      if let index = (0..<part.count).first(where: { part.id($0) == id }) {
        return select(row + index, in: scene)
      }
      row += part.count
    }
  }

  private func select(_ row: Int, in scene: Scene) {
    let row = max(0, min(row, scene.rowCount - 1))
    selection[scene.screen.title] = scene.place(of: row).map { (row, $0.part.id($0.index)) }
  }

  private func move(_ key: Key, in scene: Scene) -> Bool {
    guard scene.rowCount > 0 else { return false }
    let row = row(in: scene) ?? 0
    switch key {
    case .up: select(row - 1, in: scene)
    case .down: select(row + 1, in: scene)
    case .pageUp: select(row - 10, in: scene)
    case .pageDown: select(row + 10, in: scene)
    case .home: select(0, in: scene)
    case .end: select(.max, in: scene)
    case .tab, .backTab:
      var starts = scene.parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
      starts.removeLast()
      let next = key == .tab ? starts.first { $0 > row } : starts.last { $0 < row }
      select(next ?? (key == .tab ? 0 : starts[starts.count - 1]), in: scene)
    default: return false
    }
    return true
  }

  /// Returns the selected row, which follows its element if rows were added or removed.
  private func row(in scene: Scene) -> Int? {
    guard scene.rowCount > 0 else { return nil }
    guard let known = selection[scene.screen.title] else { return 0 }
    if let (part, index) = scene.place(of: known.row), part.id(index) == known.id {
      return known.row
    }
    var row = 0
    for part in scene.parts where part.count > 0 {
      if !known.id.isEmpty, let index = (0..<part.count).first(where: { part.id($0) == known.id }) {
        return row + index
      }
      row += part.count
    }
    return min(known.row, row - 1)
  }

  // MARK: The description

  /// Describes what the app shows; of a long part, at most `limit` rows on each side of the selection.
  func screen(rows limit: Int) -> Screen {
    let scene = app.scene()
    var screen = scene.screen
    let selected = row(in: scene)
    if let selected { select(selected, in: scene) }
    var first = 0
    for part in scene.parts {
      let shown =
        (max(0, (selected ?? 0) - first - limit)..<max(0, (selected ?? 0) - first + limit))
        .clamped(to: 0..<part.count)
      screen.sections.append(
        Screen.Section(
          title: part.title, first: first + shown.lowerBound, rows: shown.map(part.row),
          lines: part.lines))
      first += part.count
    }
    screen.selected = selected
    screen.troubles += demo.troubles
    screen.reports = demo.device.files.sentences
    screen.message = message
    screen.event = event
    if let prompt {
      screen.field = Screen.Field(label: prompt.label, text: prompt.text)
      screen.keys = [["type text", "Enter done", "Esc back", "^C quit"].map(Screen.KeyHelp.init)]
    } else {
      screen.keys = keys(of: scene, selected)
    }
    return screen
  }

  private func keys(of scene: Scene, _ selected: Int?) -> [[Screen.KeyHelp]] {
    let isTyping =
      scene.setText != nil
      || selected.flatMap { scene.place(of: $0) }.map { $0.part.row($0.index).text != nil } == true
    var all: [(help: Screen.KeyHelp, isFault: Bool)] = []
    func add(_ name: String, _ words: String, isFault: Bool = false) {
      let help = Screen.KeyHelp(name: name, words: words)
      if !words.isEmpty, !all.contains(where: { $0.help.name == name }) {
        all.append((help, isFault))
      }
    }
    if isTyping { add("type", "text") }
    if scene.rowCount > 1 { add("↑↓", "select") }
    for command in scene.parts.flatMap(\.commands) {
      add(command.name, command.words, isFault: command.place != .app)
    }
    for command in scene.commands + demo.faults {
      add(command.name, command.words, isFault: command.place != .app)
    }
    add("^K", "kill", isFault: true)
    add(isTyping ? "^C" : "q", "quit")
    return [false, true].map { isFault in all.filter { $0.isFault == isFault }.map(\.help) }
  }
}

extension Screen.KeyHelp {
  fileprivate init(_ entry: String) {
    let name = entry.prefix { $0 != " " }
    self.init(name: String(name), words: String(entry.dropFirst(name.count + 1)))
  }
}

extension String {
  /// Changes the text as a key does in a field; returns `false` if the key changes no text.
  @discardableResult
  fileprivate mutating func edit(by key: Key) -> Bool {
    switch key {
    case .character(let character): append(character)
    case .backspace: if !isEmpty { removeLast() }
    default: return false
    }
    return true
  }
}
