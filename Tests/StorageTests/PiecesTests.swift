import Synchronization
import Testing

@testable import Storage

@Suite("Work in pieces")
struct PiecesTests {
  @Test(
    "Every place is prepared once and taken in its order, few on one thread and many on all cores",
    arguments: [0, 1, 99, 100, 101, 128, 129, 1_000, 12_345])
  func order(count: Int) {
    let prepared = Mutex<[Int]>([])
    let taken = Pieces(of: count).reduce(into: [Int]()) { places in
      // Earlier ones take longer, so that later ones are ready before them.
      for _ in 0..<max(0, 300 - places.lowerBound) { prepared.withLock { _ in } }
      prepared.withLock { $0 += places }
      return Array(places)
    } take: { taken, piece, places in
      #expect(piece == Array(places))
      taken += piece
    }

    #expect(taken == Array(0..<count))
    #expect(prepared.withLock { $0.sorted() } == taken)
  }

  @Test("There are a hundred pieces at most, and as many as that where there are enough things")
  func hundredth() {
    for (count, pieces) in [(0, 0), (7, 7), (99, 99), (100, 50), (1_000, 91), (100_000, 100)] {
      let taken = Pieces(of: count).reduce(into: 0) { _ in
      } take: { taken, _, _ in
        taken += 1
      }
      #expect(taken == pieces)
    }
  }

  @Test(
    "Of several failures the first in the order is told, whichever came first",
    arguments: [100, 10_000])
  func failure(count: Int) {
    let (early, late) = (count / 2, count - 2)
    for _ in 0..<20 {
      #expect(throws: Failure(place: early)) {
        try Pieces(of: count).reduce(into: ()) { places throws(Failure) in
          if places.contains(late) { throw Failure(place: late) }
          if places.contains(early) { throw Failure(place: early) }
        } take: { _, _, places in
          #expect(places.upperBound <= early, "was taken behind a failure")
        }
      }
    }
  }

  private struct Failure: Error, Equatable {
    let place: Int
  }
}
