import Storage

#if canImport(os)
  public import os
#endif

/// The stream of what the engines of an app do: opened files, changes, fetches, renewals.
///
/// Each ``FeatureEnvironment`` has one. Its events have no contents and no ids of people, so an app can
/// log them or send them to its operators:
///
/// ```swift
/// for await event in environment.diagnostics.events() {
///   file.append(event.json)
/// }
/// ```
public final class Diagnostics: Sendable {
  private let observers = Broadcast<DiagnosticEvent>(buffering: 1_000)

  /// Creates a stream without observers.
  public init() {}

  /// Returns the events from now on; a consumer that is behind by more than 1,000 loses the oldest.
  public func events() -> AsyncStream<DiagnosticEvent> { observers.observe(now: nil) }

  /// Sends an event to all observers.
  package func report(_ event: DiagnosticEvent) { observers.tell(event) }

  #if canImport(os)
    /// Logs each event in the unified log until the calling task is canceled.
    public func log(to logger: Logger) async {
      for await event in events() { logger.log("\(event.json, privacy: .public)") }
    }
  #endif
}
