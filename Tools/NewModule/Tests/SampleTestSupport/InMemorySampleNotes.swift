public import Sample

/// Notes for the tests of whoever uses this module; they keep its contract.
public actor InMemorySampleNotes: SampleNotes {
  private var kept: String?

  /// Makes notes that nobody has used.
  public init() {}

  /// See ``SampleNotes/note()``.
  public func note() async throws(SampleError) -> String? { kept }

  /// See ``SampleNotes/keep(_:)``.
  public func keep(_ note: String) async throws(SampleError) {
    guard !note.allSatisfy(\.isWhitespace) else { throw .empty }
    kept = note
  }
}
