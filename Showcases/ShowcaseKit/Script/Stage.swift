public import Foundation
public import Sandbox

/// The options, directory, clock and transcript of a scenario.
public struct Stage: Sendable {
  /// The options from the command line.
  public let options: ShowcaseOptions

  /// The directory for the stored data of the app and of the sandbox server.
  ///
  /// It is empty at the start. With the option `--state`, it is created in the directory of that
  /// option and remains. Otherwise it is temporary and is removed at the end. Its path differs
  /// between runs and must not occur in the transcript.
  public let directory: URL

  /// The virtual time, which begins at zero and advances when a task sleeps on the clock.
  public let clock: InstantClock

  /// The output of the script.
  public let transcript: Transcript
}
