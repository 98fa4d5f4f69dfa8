public import Networking
public import Sandbox
import Storage
public import Sync

/// The app that a showcase demonstrates, from one launch until it is killed or quit.
///
/// ```swift
/// final class CartApp: DemoApp {
///   private let cart: any ShoppingCart
///
///   init(_ launch: Launch<CartServerModel>) {
///     cart = launch.environment(city: Catalog.almaty).makeCart()
///     launch.run("The cart", cart.run)
///     launch.follow(cart.states())
///   }
///
///   func scene() -> Scene {
///     Scene("Cart", [Part(cart.state.lines) { Screen.Row("\($0.quantity) × \($0.item.name)") }],
///       commands: [.run(.control("r"), "refresh") { [cart] in try await cart.refresh() }])
///   }
/// }
/// ```
@MainActor
public protocol DemoApp: AnyObject, SendableMetatype {
  /// The server of the app.
  associatedtype Model: ServerModel

  /// Creates the features, and hands to `launch` what has to run while the app runs.
  init(_ launch: Launch<Model>) async throws

  /// Describes what the app shows now, with what the keys do.
  func scene() -> Scene
}

/// One launch of a ``DemoApp``: what it gets, and what it leaves to run.
@MainActor
public final class Launch<Model: ServerModel> {
  /// The device and the server.
  public let demo: Demo<Model>
  /// The directory of the app's data.
  private let directory: StorageDirectory
  let events: EventQueue<DemoEvent>
  let diagnostics = Diagnostics()
  private(set) var tasks: [@MainActor @Sendable () async -> Void] = []

  init(
    _ demo: Demo<Model>, _ events: EventQueue<DemoEvent>
  ) {
    (self.demo, self.events) = (demo, events)
    directory = demo.device.launch()
  }

  /// The sandbox server.
  public var sandbox: SandboxServer<Model> { demo.sandbox }
  /// The device that runs the app.
  public var device: SandboxDevice { demo.device }
  /// The options of the command line.
  public var options: ShowcaseOptions { demo.options }

  /// Whether the app has data of an earlier run, which the sandbox server no longer knows.
  public var isServerNew: Bool { demo.isServerNew }

  /// Returns the environment of the app's features.
  ///
  /// - Parameters:
  ///   - city: The city of the app.
  ///   - transport: The transport; `nil` for the one of a signed-in user.
  /// - Returns: The environment, with the app's directory.
  public func environment(
    city: SettledCity, transport: (any Transport)? = nil
  ) -> FeatureEnvironment {
    FeatureEnvironment(
      transport: transport ?? demo.signedInTransport, directory: directory, city: city,
      diagnostics: diagnostics)
  }

  /// Returns the app's city, whose gate is closed while the device has no network.
  public func city(_ context: RequestContext? = nil) -> SettledCity {
    SettledCity(context, gate: device.gate)
  }

  /// Runs a feature until the app ends.
  ///
  /// After a failure that adds a new report on a damaged file, the feature runs again. After any other
  /// failure, it stays stopped, and a report says so.
  ///
  /// - Parameters:
  ///   - name: What has stopped after a failure, such as `The cart`.
  ///   - run: The feature's `run()`.
  public func run<Failure: Error>(
    _ name: String, _ run: @escaping @Sendable () async throws(Failure) -> Void
  ) {
    tasks.append { [weak self] in await self?.running(name, run) }
  }

  /// Runs a feature as ``run(_:_:)`` does, until the calling task is canceled.
  ///
  /// An app whose features change with the user calls the method for each user.
  public func running<Failure: Error>(
    _ name: String, _ run: @escaping @Sendable () async throws(Failure) -> Void
  ) async {
    await device.files.retrying(run) {
      "\(name) has stopped: \($0). Start the showcase again."
    }
  }

  /// Draws the screen again after each element of a stream, such as the states of a feature.
  public func follow<State: Sendable>(_ states: any AsyncSequence<State, Never> & Sendable) {
    tasks.append { [events] in
      for await _ in states { events.send(.change) }
    }
  }

  /// Performs a task until the app ends, which cancels it.
  public func task(_ body: @escaping @MainActor @Sendable () async -> Void) { tasks.append(body) }

  /// Draws the screen again.
  public func redraw() { events.send(.change) }

  /// Shows a text to the user, in place of the last one.
  ///
  /// In a canceled task it has no effect: after a kill, the text would replace the one about the kill.
  public func say(_ text: String) {
    if !Task.isCancelled { events.send(.message(text)) }
  }

  /// Selects the row with an id.
  public func select(_ id: String) { events.send(.select(id)) }

  /// Returns the commands that begin and end faults of the sandbox server.
  ///
  /// The key of a fault is its first letter, such as ^S for `slow`, but ^T for `stalled`.
  public func faults(_ faults: SandboxFault...) -> [Command<Void>] {
    faults.map { fault in
      let key: Character = fault == .stalled ? "t" : fault.rawValue.first ?? "?"
      return self.fault(
        fault, .control(key), fault.rawValue, begins: fault.words + ".",
        ends: "The server works again.")
    }
  }

  /// Returns a command that begins and ends a fault of the sandbox server.
  public func fault(
    _ fault: SandboxFault, _ key: Key, _ words: String, begins: String, ends: String
  ) -> Command<Void> {
    Command.now(key, words) { [sandbox] in
      sandbox.toggle(fault)
      return sandbox.fault == fault ? begins : ends
    }.inSandbox
  }
}

/// An input of the screen of a showcase.
enum DemoEvent: Sendable {
  case key(Key)
  /// The state of the app has changed.
  case change
  /// The app's engines have told of something.
  case told(DiagnosticEvent)
  /// A text for the user has arrived.
  case message(String)
  /// The row with an id is to be selected.
  case select(String)
}
