public import Sync

extension FeatureEnvironment {
  /// Creates the notes, which read no file and send nothing until a function of them is called.
  ///
  /// - Returns: The notes. Create only one for each storage directory.
  public func makeNotes() -> any SampleNotes { LiveSampleNotes(in: self) }
}
