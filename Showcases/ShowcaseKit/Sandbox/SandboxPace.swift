/// How long a sandbox answer takes, and in how many pieces its body arrives.
public struct SandboxPace: Sendable, Hashable {
  /// The time before the first piece is on its way.
  public let latency: Duration

  /// The pieces of the body; each is reported as progress.
  public let steps: Int

  /// The time that each piece takes.
  public let step: Duration

  /// Creates a pace; the whole answer takes `latency` and `steps` times `step`.
  public init(latency: Duration, steps: Int, step: Duration) {
    self.latency = latency
    self.steps = max(1, steps)
    self.step = step
  }

  /// A good connection: 250 ms in all, four pieces.
  public static let normal: SandboxPace = SandboxPace(
    latency: .milliseconds(150), steps: 4, step: .milliseconds(25))

  /// A bad connection: 3.5 s in all, ten pieces.
  public static let slow: SandboxPace = SandboxPace(
    latency: .milliseconds(500), steps: 10, step: .milliseconds(300))
}
