import Storage

/// An implementation over a repository, which serializes the calls.
struct DefaultSampleNotes: SampleNotes {
  let kept: SingleRepository<KeptNote>

  func note() async throws(SampleError) -> String? {
    do { return try await kept.value()?.text } catch { throw .unreadable("\(error)") }
  }

  func keep(_ note: String) async throws(SampleError) {
    guard !note.allSatisfy(\.isWhitespace) else { throw .empty }
    do { try await kept.save(KeptNote(text: note)) } catch { throw .notKept("\(error)") }
  }
}
