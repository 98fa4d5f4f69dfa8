/// An input of a screen: a key, or news from the app.
public protocol ScreenEvent: Sendable {
  /// A key was pressed.
  static func key(_ key: Key) -> Self
  /// The reports on damaged files have changed; `sentences` contains all of them.
  static func reports(_ sentences: [String]) -> Self
  /// A message for the user has arrived.
  static func notice(_ text: String) -> Self
}

/// A screen as a value: it handles events, returns commands, and draws itself.
public protocol Screen {
  /// The type of the screen's inputs.
  associatedtype Event: ScreenEvent
  /// The type of the actions that the screen requests.
  associatedtype Command: Equatable

  /// Handles an event, and returns the command that the event causes; `nil` if it causes none.
  mutating func handle(_ event: Event) -> Command?

  /// Returns the lines of the screen in a terminal of this size.
  func lines(in size: Terminal.Size) -> [StyledLine]
}

extension EventQueue where Event: ScreenEvent {
  /// Runs `body` while this queue receives the keys of a terminal and the reports on damaged files.
  ///
  /// When the terminal has no more keys, the queue ends.
  public func receiving(
    from terminal: Terminal, _ files: FileReports, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { [self] in
        for await next in terminal.keys { send(.key(next)) }
        finish()
      }
      group.addTask { [self] in
        for await sentences in files.updates() { send(.reports(sentences)) }
      }
      try await body()
      group.cancelAll()
    }
  }

  /// Passes the events to a screen and draws it, until `perform` returns a result.
  ///
  /// Calls `perform` with each command of the screen, and returns the first result other than
  /// `nil`. Until then, calls `update` after each event, and draws the screen if no further event is
  /// queued. Returns `nil` if the queue has ended or the task is canceled.
  @discardableResult
  public func show<Shown: Screen, Result>(
    _ screen: inout Shown, on terminal: Terminal, isolation: isolated (any Actor)? = #isolation,
    update: (inout Shown) -> Void, perform: (Shown.Command, inout Shown) throws -> Result?
  ) async throws -> Result? where Shown.Event == Event {
    while let event = await next() {
      if let command = screen.handle(event), let result = try perform(command, &screen) {
        return result
      }
      update(&screen)
      if isEmpty { try terminal.draw(screen.lines(in: terminal.size)) }
    }
    return nil
  }
}
