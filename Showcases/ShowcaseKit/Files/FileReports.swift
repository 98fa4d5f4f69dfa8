public import Foundation
public import Storage
import Synchronization

/// The damage found in stored files and its consequence, one sentence per file, for the screen.
///
/// A repository reports what it set aside through its ``Storage/StorageDirectory``. A damaged cache is
/// dropped without a report, so the files are inspected first, and a damaged one is reported when its
/// repository is opened.
public final class FileReports: Sendable {
  private struct State {
    var sentences: [String] = []
    /// What the inspection found, by repository, until the repository is opened.
    var found: [String: [String]] = [:]
    /// Grows with each report, also with one that repeats a sentence.
    var count = 0
    var observers: [AsyncStream<[String]>.Continuation] = []
  }

  private let state = Mutex(State())

  /// Creates an empty list.
  public init() {}

  /// The sentences, in the order of the reports.
  public var sentences: [String] { state.withLock { $0.sentences } }

  /// The sentences now, then after each report that adds one.
  public func updates() -> AsyncStream<[String]> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [String].self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { state in
      state.observers.append(continuation)
      continuation.yield(state.sentences)
    }
    return stream
  }

  /// Returns the storage directory at a URL: inspects its files and reports how each is opened.
  public func directory(_ folder: URL) -> StorageDirectory {
    let found = DamagedFile.all(in: folder)
    state.withLock { state in
      state.found.merge(
        Dictionary(grouping: found, by: \.repository).mapValues { $0.map(\.sentence) }
      ) { $1 }
    }
    return StorageDirectory(folder, clock: ContinuousClock()) { [weak self] in self?.note($0) }
  }

  /// Adds a sentence, unless it is there already.
  public func add(_ sentence: String) {
    state.withLock { state in
      state.count += 1
      guard !state.sentences.contains(sentence) else { return }
      state.sentences.append(sentence)
      for observer in state.observers { observer.yield(state.sentences) }
    }
  }

  /// Calls a feature, and again for as long as a damaged file makes it fail.
  ///
  /// A repository throws the damage of its file once; the next access has what could be saved. An error
  /// that lasts, such as that of a file that cannot be read, is reported, and the call returns.
  ///
  /// - Parameters:
  ///   - call: The call, such as the feature's `run()`.
  ///   - words: The sentence for an error that is not about a file.
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

  private func note(_ event: HealthEvent) {
    for error in event.setAside { add("\(error)") }
    let found = state.withLock { $0.found.removeValue(forKey: event.repository) } ?? []
    switch event.outcome {
    case .failed(let error): add(DamagedFile.sentence(error))
    default: for sentence in found { add(sentence) }
    }
  }
}
