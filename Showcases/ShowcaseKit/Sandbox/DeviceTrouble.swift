public import Sandbox

/// A fault of an app or its device that the user of a showcase can cause.
public enum DeviceTrouble: Sendable, Equatable {
  /// Disconnects the device from the network; reconnects it if it is already disconnected.
  case offline
  /// Loses the server's response to the next change, although the server applies the change.
  ///
  /// The app then does not know whether the server has applied the change, and sends it again.
  case loseAnswer
  /// Fills the disk, so that the app cannot store data; frees the disk if it is already full.
  case fullDisk
  /// Kills the app and launches it again, to show which data the app has stored.
  case kill

  /// Creates the fault that a key causes; `nil` for a key that causes none.
  ///
  /// The keys are the same in every showcase.
  public init?(_ key: Key) {
    switch key {
    case .control("o"): self = .offline
    case .control("a"): self = .loseAnswer
    case .control("f"): self = .fullDisk
    case .control("k"): self = .kill
    default: return nil
    }
  }
}

/// A command of a screen that shows an app on a device.
public protocol DeviceCommand: Equatable {
  /// Ends the showcase.
  static var leave: Self { get }
  /// Causes a fault of the app or its device.
  static func device(_ trouble: DeviceTrouble) -> Self
}

extension SandboxDevice {
  /// Causes a fault, and returns a sentence about it.
  ///
  /// For ``DeviceTrouble/kill``, only returns the sentence; the caller has to kill the app. `server` is
  /// the server whose response ``DeviceTrouble/loseAnswer`` loses.
  public func cause(
    _ trouble: DeviceTrouble, at server: SandboxServer<some ServerModel>
  ) async throws -> String {
    switch trouble {
    case .offline: return switchNetwork()
    case .loseAnswer:
      server.spoil(.answerLost)
      return DemoMessage.answerLost
    case .fullDisk: return try await switchDisk()
    case .kill: return DemoMessage.killed
    }
  }

  /// Runs an interactive showcase until `launch` returns `false`.
  ///
  /// `launch` runs the app once, and returns whether to launch the app again. Before each launch and
  /// after the last one, the function frees the simulated disk, because an app cannot read its data
  /// while the disk is full.
  public func play<Event: ScreenEvent>(
    on terminal: Terminal, isolation: isolated (any Actor)? = #isolation,
    launch: (EventQueue<Event>) async throws -> Bool
  ) async throws {
    // The previous run of the showcase may have been killed while the disk was full.
    try freeDisk()
    let events = EventQueue<Event>()
    try await events.receiving(from: terminal, files) {
      while try await launch(events) {
        try freeDiskOfKilledApp()
        files.forgetUnreadableFiles()
      }
    }
    try freeDisk()
  }

  /// Runs a feature during `body`, and cancels it afterward.
  ///
  /// After a failure that adds a new report on a damaged file, the feature runs again. After any other
  /// failure, the feature stays stopped. The text of a failure that is not about a file is added to the
  /// reports.
  ///
  /// - Parameters:
  ///   - run: The feature's `run()`.
  ///   - words: A closure that returns the text for an error that is not about a file.
  ///   - isolation: The actor that calls the function.
  ///   - body: A closure that uses the feature. Its argument is a task group, to which the closure may
  ///     add tasks. These tasks are canceled when the closure returns.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func running<Failure: Error, Result>(
    _ run: @escaping @Sendable () async throws(Failure) -> Void,
    words: @escaping @Sendable (Failure) -> String, isolation: isolated (any Actor)? = #isolation,
    during body: (inout ThrowingTaskGroup<Void, any Error>) async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { [files] in await files.retrying(run, words: words) }
      return try await body(&group)
    }
  }

  /// Shows a screen until the user leaves the showcase or kills the app.
  ///
  /// Calls `update` after each event. Calls `perform` with each command of the screen, except the
  /// commands to leave and to kill. Returns `true` if the user has killed the app, so that the caller
  /// launches the app again. Returns `false` if the user has left the showcase, if the queue has ended,
  /// or if the task is canceled.
  public func show<Shown: Screen>(
    _ screen: inout Shown, _ events: EventQueue<Shown.Event>, on terminal: Terminal,
    isolation: isolated (any Actor)? = #isolation, update: (inout Shown) -> Void,
    perform: (Shown.Command, inout Shown) -> Void
  ) async throws -> Bool where Shown.Command: DeviceCommand {
    let isKilled = try await events.show(&screen, on: terminal, update: update) { command, screen in
      switch command {
      case .leave: return false
      case .device(.kill):
        let isFull = troubles.contains(Self.diskFull)
        events.send(.notice(DemoMessage.killed + (isFull ? " The disk has space again." : "")))
        return true
      default:
        perform(command, &screen)
        return nil
      }
    }
    return isKilled ?? false
  }
}
