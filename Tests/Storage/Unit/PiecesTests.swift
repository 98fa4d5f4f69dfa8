import Synchronization
import Testing

@testable import Storage

@Suite("Parallel work in pieces")
struct PiecesTests {
  @Test(arguments: [0, 1, 99, 100, 101, 128, 129, 1_000, 12_345])
  func `Each item is prepared once and combined in order, for few and for many items`(count: Int) {
    expectOrder(ParallelChunks(of: count), count)
  }

  @Test(arguments: [7, 1_000])
  func `ParallelChunks are combined in order if the last is ready first`(count: Int) {
    expectOrder(backwards(count), count)
  }

  private func expectOrder(_ pieces: ParallelChunks, _ count: Int) {
    let prepared = Mutex<[Int]>([])
    let taken = pieces.reduce(into: [Int]()) { places in
      prepared.withLock { $0 += places }
      return Array(places)
    } take: { taken, piece, places in
      #expect(piece == Array(places))
      taken += piece
    }

    #expect(taken == Array(0..<count))
    #expect(prepared.withLock { $0.sorted() } == taken)
  }

  private func backwards(_ count: Int) -> ParallelChunks {
    ParallelChunks(of: count) { pieces, step in
      for piece in (0..<pieces).reversed() { step(piece) }
    }
  }

  @Test func `Many items are divided into at most a hundred pieces`() {
    for (count, pieces) in [(0, 0), (7, 7), (99, 99), (100, 50), (1_000, 91), (100_000, 100)] {
      let taken = ParallelChunks(of: count).reduce(into: 0) { _ in
      } take: { taken, _, _ in
        taken += 1
      }
      #expect(taken == pieces)
    }
  }

  @Test func `The thrown error is the first in the order of the items`() {
    for pieces in [ParallelChunks(of: 1_000), backwards(1_000)] {
      #expect(throws: Failure(place: 500)) {
        try pieces.reduce(into: ()) { places throws(Failure) in
          for place in [500, 900, 998] where places.contains(place) { throw Failure(place: place) }
        } take: { _, _, places in
          #expect(places.upperBound <= 500, "was taken behind a failure")
        }
      }
    }
  }

  private struct Failure: Error, Equatable {
    let place: Int
  }
}
