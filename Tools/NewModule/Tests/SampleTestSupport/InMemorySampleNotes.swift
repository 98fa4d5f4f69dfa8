public import Sample

/// Notes in memory, for the tests of dependent modules; they fulfill the contract.
public actor InMemorySampleNotes: SampleNotes {
  private var kept: String?

  /// Creates notes without content.
  public init() {}

  /// Returns the last stored note, as ``SampleNotes/note()`` specifies.
  public func note() async throws(SampleError) -> String? { kept }

  /// Stores a note, as ``SampleNotes/keep(_:)`` specifies.
  public func keep(_ note: String) async throws(SampleError) {
    guard !note.allSatisfy(\.isWhitespace) else { throw .empty }
    kept = note
  }
}
