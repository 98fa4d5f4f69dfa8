public import Sync

/// A key with what it does to a subject, such as a row of a ``Part``.
public struct Command<Subject> {
  let keys: [Key]
  let name: String
  let words: String
  let action: @MainActor (Subject, Key) -> Action
  /// The place where the command has its effect.
  var place = CommandPlace.app
  /// The question that the user answers by pressing the key again; `nil` for none.
  var question: String?

  init(
    _ keys: [Key], _ words: String, name: String? = nil,
    action: @escaping @MainActor (Subject, Key) -> Action
  ) {
    self.keys = keys
    self.name = name ?? keys.map(\.name).joined()
    self.words = words
    self.action = action
  }
}

/// The place where a ``Command`` has its effect.
enum CommandPlace { case app, device, sandbox }

/// The effect of a ``Command`` when its key is pressed.
public enum Action {
  /// The command is done; the text is for the user, and may be empty.
  case done(String)
  /// The command takes time, and returns the text for the user.
  case work(Work, inTurn: Bool)
  /// The user types a text.
  case ask(Prompt)

  /// Work that returns a text for the user.
  public typealias Work = @MainActor () async throws -> String
}

/// A question that is answered with a text.
public struct Prompt {
  let label: String
  var text: String
  let submit: @MainActor (String) async throws -> String
}

@MainActor
extension Command {
  /// A command that is done at once, such as a change of the page.
  ///
  /// If the result of `body` is a `String`, it is a text for the user. If it is `Void`, the screen itself
  /// shows the effect.
  public static func now<Result>(
    _ key: Key, _ words: String, _ body: @escaping @MainActor (Subject) -> Result
  ) -> Command {
    Command([key], words) { subject, _ in .done(text(body(subject))) }
  }

  private static func text(_ result: some Any) -> String { result as? String ?? "" }

  /// A command of the Left and Right keys that is done at once, with a step of -1 or 1.
  public static func step(
    _ words: String, _ body: @escaping @MainActor (Subject, Int) -> Void
  ) -> Command {
    Command([.left, .right], words) { subject, key in
      body(subject, key == .left ? -1 : 1)
      return .done("")
    }
  }

  /// A command that takes time; its result is as in ``now(_:_:_:)``.
  ///
  /// Commands run one after the other, in the order of the keys. If `inTurn` is `false`, the command
  /// does not wait for earlier commands, nor do later ones wait for it.
  public static func run<Result>(
    _ key: Key, _ words: String, inTurn: Bool = true,
    _ work: @escaping @MainActor (Subject) async throws -> Result
  ) -> Command {
    Command([key], words) { subject, _ in
      .work({ text(try await work(subject)) }, inTurn: inTurn)
    }
  }

  /// A command of several keys that takes time, and is told which of them was pressed.
  public static func run(
    anyOf keys: [Key], as name: String, _ words: String,
    _ work: @escaping @MainActor (Subject, Key) async throws -> String
  ) -> Command {
    Command(keys, words, name: name) { subject, key in
      .work({ try await work(subject, key) }, inTurn: true)
    }
  }

  /// A command for which the user types a text, beginning with `text`.
  public static func ask(
    _ key: Key, _ words: String, _ label: String,
    from text: @escaping @MainActor (Subject) -> String = { _ in "" },
    _ submit: @escaping @MainActor (Subject, String) async throws -> String
  ) -> Command {
    Command([key], words) { subject, _ in
      .ask(Prompt(label: label, text: text(subject)) { try await submit(subject, $0) })
    }
  }

  /// The command as a fault or another event at the sandbox server.
  ///
  /// Its key is listed below those of the app. With a real server, the command is refused.
  public var inSandbox: Command {
    var command = self
    command.place = .sandbox
    return command
  }

  /// The command if the user presses its key a second time, to answer a question.
  public func confirmed(_ question: String) -> Command {
    var command = self
    command.question = question
    return command
  }
}

@MainActor
extension Command where Subject == Void {
  /// A command that is done at once, such as a change of the page.
  public static func now<Result>(
    _ key: Key, _ words: String, _ body: @escaping @MainActor () -> Result
  ) -> Command {
    now(key, words) { (_: Void) in body() }
  }

  /// A command that takes time; see ``run(_:_:inTurn:_:)``.
  public static func run<Result>(
    _ key: Key, _ words: String, inTurn: Bool = true,
    _ work: @escaping @MainActor () async throws -> Result
  ) -> Command {
    run(key, words, inTurn: inTurn) { (_: Void) in try await work() }
  }

  /// A command for which the user types a text.
  public static func ask(
    _ key: Key, _ words: String, _ label: String,
    _ submit: @escaping @MainActor (String) async throws -> String
  ) -> Command {
    ask(key, words, label) { (_: Void, text) in try await submit(text) }
  }

  /// The commands that every feature has: those of ``resolving(in:_:)``, and the one to refresh it.
  public static func common(
    to feature: some SyncedFeature,
    rejected: @escaping @MainActor () -> (id: ChangeID, words: String)?
  ) -> [Command] {
    resolving(in: feature, rejected)
      + [.run(.control("r"), "refresh", inTurn: false) { try await feature.refresh() }]
  }

  /// The commands to retry or discard the first change that the server has rejected.
  ///
  /// `rejected` returns the change's id and its description; `nil` if no change was rejected.
  public static func resolving(
    in feature: some SyncedFeature,
    _ rejected: @escaping @MainActor () -> (id: ChangeID, words: String)?
  ) -> [Command] {
    [
      .run("r", "retry") {
        guard let change = rejected() else { return DemoMessage.nothingRejected }
        try await feature.retry(change.id)
        return "Sent again: \(change.words)."
      },
      .run("z", "discard") {
        guard let change = rejected() else { return DemoMessage.nothingRejected }
        try await feature.discard(change.id)
        return "Discarded: \(change.words)."
      },
    ]
  }
}
