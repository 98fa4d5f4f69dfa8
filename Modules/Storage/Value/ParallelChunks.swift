import Dispatch
import Synchronization

/// Work on many items, such as the elements of a file, in chunks that are processed in parallel.
///
/// Each chunk is prepared on any free core, and the results are combined in the sequence of the items.
/// If several chunks throw, the first error in that sequence is thrown. So the outcome does not depend
/// on the number of cores. The calling thread does a part of the work, and blocks until all chunks are
/// done.
package struct ParallelChunks: Sendable {
  /// The maximum number of items that the calling thread processes alone.
  ///
  /// The calling thread finishes so few items before another thread could start.
  private static let few = 128

  private let count: Int
  /// The number of items per chunk, which is about a hundredth of all items.
  ///
  /// Chunks are small, so that all cores finish at nearly the same time.
  private let size: Int
  /// A closure that calls `step` with the index of each chunk, and returns when all calls are done.
  ///
  /// `pieces` is the number of chunks.
  private let perform: @Sendable (_ pieces: Int, _ step: @Sendable (Int) -> Void) -> Void

  /// Divides the work into chunks; `count` is the number of items.
  package init(of count: Int) {
    self.init(of: count) { pieces, step in
      if count > Self.few {
        DispatchQueue.concurrentPerform(iterations: pieces, execute: step)
      } else {
        for piece in 0..<pieces { step(piece) }
      }
    }
  }

  init(of count: Int, perform: @escaping @Sendable (Int, @Sendable (Int) -> Void) -> Void) {
    self.count = count
    size = count / 100 + 1
    self.perform = perform
  }

  /// Prepares the chunks concurrently, and combines the results in the sequence of the items.
  ///
  /// `prepare` receives the range of each chunk, on any thread. `take` adds the result of one chunk at
  /// a time to `whole`, in the sequence of the items.
  ///
  /// - Returns: `whole` with the results of all chunks.
  /// - Throws: The first error of `prepare`, in the sequence of the items.
  package func reduce<Whole: Sendable, Prepared: Sendable, Failure: Error>(
    into whole: Whole,
    prepare: @Sendable (Range<Int>) throws(Failure) -> Prepared,
    take: @Sendable (inout Whole, consuming Prepared, Range<Int>) -> Void
  ) throws(Failure) -> Whole {
    let results = Mutex([Int: Result<Prepared, Failure>]())
    perform((count + size - 1) / size) { piece in
      let result = Result { () throws(Failure) in try prepare(places(of: piece)) }
      results.withLock { $0[piece] = result }
    }
    return try results.withLock { results throws(Failure) in
      var whole = whole
      for piece in results.keys.sorted() {
        guard let result = results.removeValue(forKey: piece) else { continue }
        take(&whole, try result.get(), places(of: piece))
      }
      return whole
    }
  }

  private func places(of piece: Int) -> Range<Int> {
    piece * size..<min(count, (piece + 1) * size)
  }
}
