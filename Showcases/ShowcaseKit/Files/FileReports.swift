public import Foundation
public import Storage
import Synchronization

/// The user-facing reports on damaged files, one sentence per file.
///
/// A repository reports the files that it set aside through its ``Storage/StorageDirectory``. It
/// discards a damaged cache without a report. Therefore ``directory(_:)`` inspects the files first,
/// and reports a damaged one when its repository is opened.
public final class FileReports: Sendable {
  private struct State {
    var sentences: [String] = []
    /// Sentences from the inspection, by repository, removed when the repository is opened.
    var found: [String: [String]] = [:]
    /// The number of reports, including those that repeat a sentence.
    var count = 0
    var observers: [AsyncStream<[String]>.Continuation] = []
  }

  private let state = Mutex(State())

  /// Creates an empty list.
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

  /// Inspects the files at a URL, and returns a storage directory that reports how each is opened.
  public func directory(_ folder: URL) -> StorageDirectory {
    let found = DamagedFile.all(in: folder)
    state.withLock { state in
      state.found.merge(
        Dictionary(grouping: found, by: \.repository).mapValues { $0.map(\.sentence) }
      ) { $1 }
    }
    return StorageDirectory(folder, clock: ContinuousClock()) { [weak self] in self?.note($0) }
  }

  /// Adds a sentence, unless the list already contains it.
  public func add(_ sentence: String) {
    state.withLock { state in
      state.count += 1
      guard !state.sentences.contains(sentence) else { return }
      state.sentences.append(sentence)
      for observer in state.observers { observer.yield(state.sentences) }
    }
  }

  /// Calls a feature, and retries it after each failure with a new report on a damaged file.
  ///
  /// A repository throws the damage of its file once; the next access returns what could be
  /// recovered. A permanent error, such as that of an unreadable file, is reported, and the
  /// function returns. It also returns if the task is canceled.
  ///
  /// - Parameters:
  ///   - call: The call, such as the feature's `run()`.
  ///   - words: Returns the sentence for an error that is not about a file.
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
