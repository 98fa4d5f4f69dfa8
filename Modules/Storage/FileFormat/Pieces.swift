import Dispatch
import Synchronization

/// Work on many things of a kind, such as the elements of a file: each piece of it is prepared on
/// whatever core is free, and taken when all before it have been.
///
/// So what comes of it does not depend on the number of cores, nor does the failure that is told: the
/// first in the order of the things. The caller waits and takes its part; nothing goes on when it
/// returns.
package struct Pieces: Sendable {
  /// So many are done before another thread has awoken.
  private static let few = 128

  private let count: Int
  /// A hundredth, which is often enough for whoever wants to see how far it has come.
  private let size: Int
  /// Does every piece, in whatever order, and returns when all are done.
  private let perform: @Sendable (_ pieces: Int, _ step: @Sendable (Int) -> Void) -> Void

  /// Divides so many things.
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

  /// Hands the places of each piece to `prepare`, and what that makes of them to `take`, which brings it
  /// into the result.
  package func reduce<Whole: Sendable, Prepared: Sendable, Failure: Error>(
    into whole: Whole,
    prepare: @Sendable (Range<Int>) throws(Failure) -> Prepared,
    take: @Sendable (inout Whole, consuming Prepared, Range<Int>) -> Void
  ) throws(Failure) -> Whole {
    let row = Mutex(Row<Whole, Prepared, Failure>(whole: whole))
    @Sendable func step(_ piece: Int) {
      // Nobody wants what comes after a failure.
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

  /// What is prepared and waits for what comes before it.
  private struct Row<Whole: Sendable, Prepared: Sendable, Failure: Error>: Sendable {
    var whole: Whole
    var prepared: [Int: Result<Prepared, Failure>] = [:]
    var next = 0
    var failure: Failure?
  }
}
