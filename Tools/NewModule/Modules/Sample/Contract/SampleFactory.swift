public import Storage

/// Makes this module's one entry.
public enum SampleFactory {
  /// Makes the notes of a directory; make them once.
  public static func makeNotes(in directory: StorageDirectory) -> any SampleNotes {
    DefaultSampleNotes(kept: KeptNote.repository(in: directory))
  }
}
