public import Sample
public import Testing

/// The rules of the contract `SampleNotes`, for every implementation.
public enum SampleNotesContract: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case startsEmpty = "There is no note before the first"
  case keepsTheLast = "The last note takes the place of the one before"
  case refusesNothing = "White space is refused, and the note before stays"

  /// The rule's text in a test report.
  public var testDescription: String { rawValue }

  /// Verifies a rule on notes that have not been used.
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
