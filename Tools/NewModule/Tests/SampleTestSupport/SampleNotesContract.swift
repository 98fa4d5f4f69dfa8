public import Sample
public import Testing

/// The rules that every implementation of `SampleNotes` keeps.
public enum SampleNotesContract: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case startsEmpty = "There is no note before the first"
  case keepsTheLast = "The last note takes the place of the one before"
  case refusesNothing = "White space is refused, and the note before stays"

  /// The rule, as the report of a test run says it.
  public var testDescription: String { rawValue }

  /// Verifies a rule on notes that nobody has used yet.
  public func verify(on notes: any SampleNotes) async throws {
    switch self {
    case .startsEmpty:
      #expect(try await notes.note() == nil)
    case .keepsTheLast:
      try await notes.keep("Ring twice")
      try await notes.keep("Ring once")
      #expect(try await notes.note() == "Ring once")
    case .refusesNothing:
      try await notes.keep("Ring once")
      await #expect(throws: SampleError.empty) { try await notes.keep(" \n") }
      #expect(try await notes.note() == "Ring once")
    }
  }
}
