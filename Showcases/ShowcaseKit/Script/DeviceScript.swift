public import Foundation
public import Networking
public import Sandbox
import Storage
public import Sync

/// The steps of a scenario.
///
/// Each step adds its description and its outcome to the transcript.
public protocol StageScript: Sendable {
  /// Creates the script of a scenario.
  init(_ stage: Stage) throws
  /// The scenario's options, directory, clock and transcript.
  var stage: Stage { get }
  /// Returns the lines that the transcript contains for an error that the feature has thrown.
  func lines(of error: any Error) -> [String]
}

extension StageScript {
  /// Adds a line to the transcript.
  public func tell(_ text: String) {
    stage.transcript.line(text)
  }

  /// Adds a line without a time to the transcript, below the last line.
  public func detail(_ line: String) {
    stage.transcript.detail(line)
  }

  /// Adds lines without a time to the transcript, below the last line.
  public func details(_ lines: [String]) {
    stage.transcript.details(lines)
  }

  /// Returns one line with the default description of the error.
  public func lines(of error: any Error) -> [String] { [DemoMessage.failed("\(error)")] }

  /// Performs a call, and adds the call and its outcome to the transcript.
  ///
  /// The first line is `what`, a description of the call. If the call throws, the lines below describe
  /// the error. Returns the result of the call, or `nil` if the call throws.
  @discardableResult
  public func attempt<Result>(_ what: String, _ call: () async throws -> Result) async -> Result? {
    tell(what)
    do {
      return try await call()
    } catch {
      details(lines(of: error))
      return nil
    }
  }

  /// Starts a fault of a server, or ends the current fault if `fault` is `nil`.
  ///
  /// Adds a line about the start or the end of the fault to the transcript.
  public func setFault(_ fault: SandboxFault?, of server: SandboxServer<some ServerModel>) {
    tell(
      fault?.words ?? (server.fault == .offline ? "The network is back" : "The server works again"))
    server.fault = fault
  }

  /// Adds the names of the repositories' files in the scenario's directory to the transcript.
  public func tellFiles() throws {
    tell("Stored files")
    let files = try FileManager.default.subpathsOfDirectory(atPath: stage.directory.path())
      .filter { $0.contains(".store") }
    details(files.isEmpty ? ["none"] : files.sorted())
  }
}

extension SandboxFault {
  /// User-facing text for the beginning of the fault, without a period.
  var words: String {
    switch self {
    case .offline: "The network is lost"
    case .slow: "The server is slow"
    case .stalled: "The server stalls in the middle of responses"
    case .silent: "The server does not answer"
    case .errors: "The server answers with errors"
    case .garbage: "The server answers with garbage"
    }
  }
}

/// The basis of scenarios in which a simulated device runs one app.
///
/// Time advances only when the script calls ``pass(_:)``, so that every run has the same
/// transcript.
public protocol DeviceScript: StageScript {
  /// The device that runs the app.
  var device: SandboxDevice { get }
  /// The app's clock.
  var clock: PausedClock { get }
}

extension DeviceScript {
  /// The app's current date: a fixed date plus the time of the transcript.
  public var now: Date {
    Date(timeIntervalSince1970: 1_700_000_000) + stage.clock.now.sinceStart / .seconds(1)
  }

  /// Launches the app as a new process, and returns the environment of its feature.
  public func environment(_ transport: any Transport, in city: SettledCity) -> FeatureEnvironment {
    FeatureEnvironment(
      transport: transport, directory: device.launch(), city: city, clock: clock,
      random: LongestWaits(), now: { self.now }, makeID: { [device] in "\(device.nextID())" })
  }

  /// Makes a change that the app has to send three times, because the first two responses are lost.
  ///
  /// Adds lines about each attempt to the transcript.
  ///
  /// - Parameters:
  ///   - server: The server whose responses are lost.
  ///   - count: The number of requests that the server has applied, as text such as `one`. The last
  ///     line of the function contains this text; `nil` omits the line.
  ///   - change: A closure that makes the change and sends it for the first time.
  ///   - showBackoff: A closure that describes the app's wait after a lost response. Its argument is
  ///     the duration of the wait.
  ///   - showSettled: A closure that describes the state after the third attempt.
  /// - Throws: `CancellationError` if the task is canceled.
  public func losingTwoResponses(
    of server: SandboxServer<some ServerModel>, applied count: String? = nil,
    to change: () async -> Void,
    showBackoff: (Duration) async -> Void, showSettled: () async -> Void
  ) async throws {
    tell("The next two responses will be lost")
    server.spoil(.answerLost, .answerLost)
    await change()
    await showBackoff(.seconds(1))
    try await pass(.seconds(1))
    tell("The second attempt")
    await showBackoff(.seconds(2))
    try await pass(.seconds(2))
    tell("The third attempt")
    await showSettled()
    guard let count else { return }
    tell("The server received \(server.takeChanges().count) requests and applied \(count)")
  }

  /// Advances the time of the transcript and of the app.
  public func pass(_ duration: Duration) async throws {
    stage.clock.jump(by: duration)
    await Task.yield()
    clock.advance(by: duration)
  }

  /// Disconnects the network.
  public func goOffline() {
    device.gate.close(for: .offline)
    tell("The network is lost")
  }

  /// Reconnects the network.
  public func goOnline() {
    device.gate.open(for: .offline)
    tell("The network is back")
  }

  /// Makes every write of the app fail.
  public func fillDisk() throws {
    tell("The disk is full")
    try device.fillDisk()
  }

  /// Lets the writes of the app succeed again, and writes the app's pending values to disk.
  public func freeDisk() async throws {
    tell("The disk has space again, and the app stores the pending values")
    try device.freeDisk()
    try await device.flush()
  }
}

/// The basis of scenarios that launch an app once or repeatedly.
public protocol LaunchScript: DeviceScript {
  /// The value that ``launch(_:)`` passes to the steps of a scenario, usually the feature that the
  /// showcase demonstrates.
  associatedtype Feature
  /// Launches the app as a new process, runs it during `body`, and kills it.
  func launch(_ body: (Feature) async throws -> Void) async throws
}

/// A generator that always returns the maximum, so that each random delay has its longest duration.
public struct LongestWaits: RandomNumberGenerator, Sendable {
  /// Creates the generator.
  public init() {}

  /// Returns the maximum of `UInt64`.
  public mutating func next() -> UInt64 { .max }
}
