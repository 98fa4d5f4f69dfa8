public import Foundation
public import Storage
import Synchronization

/// The user-facing reports on damaged files, one sentence per file.
///
/// Each file belongs to a repository, such as ``Storage/SingleRepository``. Most repositories set a
/// damaged file aside and report it to the ``Storage/StorageDirectory``. A repository of cached data
/// discards a damaged file without a report. To report these files too, ``directory(_:)`` inspects all
/// files before a repository is opened. The problems of a file are added to ``sentences`` when the
/// file's repository is opened.
public final class FileReports: Sendable {
  private struct State {
    var sentences: [String] = []
    /// The problems that the inspection of the files found, by the name of the file's repository.
    ///
    /// They are added to `sentences` when the repository is opened.
    var found: [String: [String]] = [:]
    /// The number of calls of `add(_:)`, including those with a sentence that was already reported.
    var count = 0
    var observers: [AsyncStream<[String]>.Continuation] = []
  }

  private let state = Mutex(State())

  /// Creates an object without reports.
  public init() {}

  /// The sentences, in the order of the reports.
  public var sentences: [String] { state.withLock { $0.sentences } }

  /// Returns a stream of the current sentences, then of each update.
  ///
  /// A slow consumer skips intermediate updates.
  public func updates() -> AsyncStream<[String]> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [String].self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { state in
      state.observers.append(continuation)
      continuation.yield(state.sentences)
    }
    return stream
  }

  /// Inspects the files in a directory, and returns the storage directory for it.
  ///
  /// When a repository of the storage directory is opened, the problems of its file are added to
  /// ``sentences``.
  public func directory(_ folder: URL) -> StorageDirectory {
    let found = DamagedFile.all(in: folder)
    state.withLock { state in
      state.found.merge(
        Dictionary(grouping: found, by: \.repository).mapValues { $0.map(\.sentence) }
      ) { $1 }
    }
    let directory = StorageDirectory(folder)
    directory.reportOpenings(measuredBy: ContinuousClock()) { [weak self] in self?.note($0) }
    return directory
  }

  /// Adds a sentence to ``sentences``, unless they already contain it.
  public func add(_ sentence: String) {
    state.withLock { state in
      state.count += 1
      guard !state.sentences.contains(sentence) else { return }
      state.sentences.append(sentence)
      for observer in state.observers { observer.yield(state.sentences) }
    }
  }

  /// Removes the sentences about files that could not be read, because the next launch reads them again.
  func forgetUnreadableFiles() {
    state.withLock { state in
      state.sentences.removeAll { $0.hasSuffix(DamagedFile.unreadable) }
      for observer in state.observers { observer.yield(state.sentences) }
    }
  }

  /// Performs a call, and repeats it after each failure that adds a new sentence about a file.
  ///
  /// A repository throws the error of its damaged file only once, so the next call can succeed with the
  /// recovered values. The function returns when the call succeeds, when a failure adds no new sentence,
  /// or when the task is canceled. If the last failure is not about a file, the function adds the
  /// sentence that `words` returns.
  ///
  /// - Parameters:
  ///   - call: The call, such as the feature's `run()`.
  ///   - words: A closure that returns the sentence for an error that is not about a file.
  public func retrying<Failure: Error>(
    _ call: () async throws(Failure) -> Void, words: (Failure) -> String
  ) async {
    while !Task.isCancelled {
      let before = state.withLock { ($0.sentences.count, $0.count) }
      do throws(Failure) { return try await call() } catch {
        let after = state.withLock { ($0.sentences.count, $0.count) }
        if after.0 > before.0 { continue }
        if after.1 == before.1 { add(words(error)) }
        return
      }
    }
  }

  private func note(_ event: OpenReport) {
    for error in event.setAside { add("\(error)") }
    let found = state.withLock { $0.found.removeValue(forKey: event.repository) } ?? []
    switch event.outcome {
    case .failed(let error): add(DamagedFile.sentence(error))
    default: for sentence in found { add(sentence) }
    }
  }
}
