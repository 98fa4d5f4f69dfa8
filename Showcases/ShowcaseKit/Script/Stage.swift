public import Foundation
public import Sandbox

/// The options, directory, clock and transcript of a scenario.
public struct Stage: Sendable {
  /// The options from the command line.
  public let options: ShowcaseOptions

  /// The directory for the state.
  ///
  /// It is empty at the start and removed at the end, unless `--state` names the parent directory
  /// that it is created in. Its path differs between runs and must not occur in the transcript.
  public let directory: URL

  /// The virtual time, which begins at zero and advances when a task sleeps on the clock.
  public let clock: InstantClock

  /// The output of the script.
  public let transcript: Transcript
}
