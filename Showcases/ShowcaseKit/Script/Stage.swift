public import Foundation

/// What a scenario is played with.
public struct Stage: Sendable {
  /// What the command line asked for.
  public let options: ShowcaseOptions

  /// The folder for the state.
  ///
  /// It is empty at the start and removed at the end, unless `--state` names the folder that it is
  /// created in. Its path differs from run to run and must not reach the transcript.
  public let directory: URL

  /// The virtual time, which begins at zero and moves when something sleeps on it.
  public let clock: ScriptedClock

  /// Where the script tells what happens.
  public let transcript: Transcript
}
