public import Foundation
public import Sandbox

/// The options, directory, clock and transcript of a scenario.
public struct Stage: Sendable {
  /// The options from the command line.
  public let options: ShowcaseOptions

  /// The directory for the stored data of the app and of the sandbox server.
  ///
  /// The directory is empty at the start. With the option `--state DIR`, it is created inside `DIR` and
  /// remains after the scenario. Without the option, it is temporary and is removed at the end. Do not
  /// write its path to the transcript, because the path differs between runs.
  public let directory: URL

  /// The virtual time, which begins at zero and advances when a task sleeps on the clock.
  public let clock: InstantClock

  /// The output of the script.
  public let transcript: Transcript
}
