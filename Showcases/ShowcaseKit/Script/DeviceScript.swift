import Sync

/// What scenarios are written with that are about an app on a device, over one folder and one server.
///
/// The script says what it waits for, and time goes on only when it says so: then every run of it
/// tells the same.
public protocol DeviceScript: Sendable {
  /// What the scenario is played with.
  var stage: Stage { get }
  /// What the app runs on.
  var device: SandboxDevice { get }
  /// The app's time.
  var clock: PausedClock { get }
}

extension DeviceScript {
  /// Tells what happens.
  public func tell(_ text: String) {
    stage.transcript.line(text)
  }

  /// Lets time go on.
  public func pass(_ duration: Duration) async throws {
    try await stage.clock.sleep(for: duration)
    clock.advance(by: duration)
  }

  /// Takes the network away.
  public func goOffline() {
    device.gate.close(for: .offline)
    tell("The network goes")
  }

  /// Gives the network back.
  public func goOnline() {
    device.gate.open(for: .offline)
    tell("The network is back")
  }

  /// Takes the room on the disk away.
  public func fillDisk() throws {
    tell("The disk is full")
    try device.fillDisk()
  }
}

/// Chance that is the same in every run: waits are as long as they can be.
public struct LongestWaits: RandomNumberGenerator, Sendable {
  /// Makes it.
  public init() {}

  /// The highest number there is.
  public mutating func next() -> UInt64 { .max }
}
