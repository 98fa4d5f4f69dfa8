/// The timing of a sandbox response.
public struct SandboxPace: Sendable, Hashable {
  /// The time before the first part of the body is sent.
  public let latency: Duration

  /// The number of parts in which the body arrives; the app receives a progress report for each
  /// part.
  public let steps: Int

  /// The transfer time of each part.
  public let step: Duration

  /// Creates a pace, in which a response takes `latency + steps * step` in total.
  public init(latency: Duration, steps: Int, step: Duration) {
    self.latency = latency
    self.steps = max(1, steps)
    self.step = step
  }

  /// The pace of a response without any delay, for tests.
  public static let immediate: SandboxPace = SandboxPace(latency: .zero, steps: 1, step: .zero)

  /// The pace of a good connection: a response arrives in four parts, the last one after 250 ms.
  public static let normal: SandboxPace = SandboxPace(
    latency: .milliseconds(150), steps: 4, step: .milliseconds(25))

  /// The pace of a bad connection: a response arrives in ten parts, the last one after 3.5 s.
  public static let slow: SandboxPace = SandboxPace(
    latency: .milliseconds(500), steps: 10, step: .milliseconds(300))
}
