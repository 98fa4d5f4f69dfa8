/// The timing of a sandbox response.
public struct SandboxPace: Sendable, Hashable {
  /// The time before the first part of the body is sent.
  public let latency: Duration

  /// The number of parts in which the body arrives; the app receives a progress report for each
  /// part.
  public let steps: Int

  /// The transfer time of each part.
  public let step: Duration

  /// Creates a pace; a response has a total time of `latency + steps * step`.
  public init(latency: Duration, steps: Int, step: Duration) {
    self.latency = latency
    self.steps = max(1, steps)
    self.step = step
  }

  /// A response without any delay, for tests.
  public static let immediate: SandboxPace = SandboxPace(latency: .zero, steps: 1, step: .zero)

  /// A good connection: 250 ms in total, four parts.
  public static let normal: SandboxPace = SandboxPace(
    latency: .milliseconds(150), steps: 4, step: .milliseconds(25))

  /// A bad connection: 3.5 s in total, ten parts.
  public static let slow: SandboxPace = SandboxPace(
    latency: .milliseconds(500), steps: 10, step: .milliseconds(300))
}
