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
    let row = Mutex(Row<Whole, Prepared, Failure>(whole: whole))
    @Sendable func step(_ piece: Int) {
      // After a failure, further results are not needed.
      guard row.withLock({ $0.failure == nil }) else { return }
      let prepared = Result { () throws(Failure) in try prepare(places(of: piece)) }
      row.withLock { row in
        row.prepared[piece] = prepared
        while row.failure == nil, let prepared = row.prepared.removeValue(forKey: row.next) {
          switch prepared {
          case .success(let prepared): take(&row.whole, prepared, places(of: row.next))
          case .failure(let failure): row.failure = failure
          }
          row.next += 1
        }
      }
    }

    perform((count + size - 1) / size, step)
    return try row.withLock { row throws(Failure) in
      if let failure = row.failure { throw failure }
      return row.whole
    }
  }

  private func places(of piece: Int) -> Range<Int> {
    piece * size..<min(count, (piece + 1) * size)
  }

  /// The combined results of the first chunks, and the results of later chunks, not combined yet.
  private struct Row<Whole: Sendable, Prepared: Sendable, Failure: Error>: Sendable {
    var whole: Whole
    var prepared: [Int: Result<Prepared, Failure>] = [:]
    var next = 0
    var failure: Failure?
  }
}
