public import Sync

/// The module's entry point.
public enum SampleFactory {
  /// Returns the notes of an environment; call once per environment.
  public static func makeNotes(in environment: FeatureEnvironment) -> any SampleNotes {
    LiveSampleNotes(in: environment)
  }
}
