import Sync

/// The basis of scenarios about an app on a device with one directory and one server.
///
/// Time advances only when the script calls ``pass(_:)``, so that every run has the same
/// transcript.
public protocol DeviceScript: Sendable {
  /// The scenario's options, directory, clock and transcript.
  var stage: Stage { get }
  /// The device that runs the app.
  var device: SandboxDevice { get }
  /// The app's clock.
  var clock: PausedClock { get }
}

extension DeviceScript {
  /// Adds a line to the transcript.
  public func tell(_ text: String) {
    stage.transcript.line(text)
  }

  /// Advances the time of the transcript and of the app.
  public func pass(_ duration: Duration) async throws {
    try await stage.clock.sleep(for: duration)
    clock.advance(by: duration)
  }

  /// Disconnects the network.
  public func goOffline() {
    device.gate.close(for: .offline)
    tell("The network goes")
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
}

/// A deterministic generator that returns the maximum, so that random delays are the longest.
public struct LongestWaits: RandomNumberGenerator, Sendable {
  /// Creates the generator.
  public init() {}

  /// Returns the maximum of `UInt64`.
  public mutating func next() -> UInt64 { .max }
}
