import Foundation
public import Sandbox
import Sync

/// A script of a scenario, which writes what happens to the transcript.
public protocol StageScript: Sendable {
  /// The scenario's options, directory, clock and transcript.
  var stage: Stage { get }
}

extension StageScript {
  /// Adds a line to the transcript.
  public func tell(_ text: String) {
    stage.transcript.line(text)
  }

  /// Starts a fault of a server, or ends the current one for `nil`.
  public func setFault(_ fault: SandboxFault?, of server: SandboxServer<some ServerModel>) {
    switch fault {
    case .offline: tell("The network is lost")
    case .slow: tell("The server is slow")
    case .stalled: tell("The server stalls in the middle of responses")
    case .silent: tell("The server does not answer")
    case .errors: tell("The server answers with errors")
    case .garbage: tell("The server answers with garbage")
    case nil: tell(server.fault == .offline ? "The network is back" : "The server works again")
    }
    server.fault = fault
  }

  /// Adds the names of the stored files to the transcript.
  public func tellFiles() throws {
    tell("Stored files")
    let files = try FileManager.default.subpathsOfDirectory(atPath: stage.directory.path())
      .filter { $0.contains(".store") }
    stage.transcript.details(files.isEmpty ? ["none"] : files.sorted())
  }
}

/// The basis of scenarios about an app on a device with one directory and one server.
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
  /// Advances the time of the transcript and of the app.
  public func pass(_ duration: Duration) async throws {
    try await stage.clock.sleep(for: duration)
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

  /// Lets the app write again, and writes the pending values.
  public func freeDisk() async throws {
    tell("The disk has space again, and the app stores the pending values")
    try device.freeDisk()
    try await device.flush()
  }
}

/// A deterministic generator that returns the maximum, so that random delays are the longest.
public struct LongestWaits: RandomNumberGenerator, Sendable {
  /// Creates the generator.
  public init() {}

  /// Returns the maximum of `UInt64`.
  public mutating func next() -> UInt64 { .max }
}
