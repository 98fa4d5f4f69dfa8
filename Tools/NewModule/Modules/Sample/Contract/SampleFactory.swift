public import Storage

/// The module's entry point.
public enum SampleFactory {
  /// Returns the notes in a directory; call once per directory.
  public static func makeNotes(in directory: StorageDirectory) -> any SampleNotes {
    DefaultSampleNotes(kept: KeptNote.repository(in: directory))
  }
}
