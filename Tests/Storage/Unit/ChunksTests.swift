import Synchronization
import Testing

@testable import Storage

@Suite("Parallel work in chunks")
struct ChunksTests {
  @Test(arguments: [0, 1, 63, 64, 128, 129, 1_000, 2_048, 2_049, 12_345])
  func `Each item is processed once, and results are in order`(count: Int) {
    let processed = Mutex<[Int]>([])
    let chunks = inChunks(of: count) { places in
      processed.withLock { $0 += places }
      return places
    }

    #expect(chunks.flatMap { $0 } == Array(0..<count))
    #expect(processed.withLock { $0.sorted() } == Array(0..<count))
  }

  @Test func `Few items are one chunk, and many are at most 33 chunks`() {
    for (count, chunks) in [(128, 1), (129, 3), (1_024, 16), (1_025, 17), (99_200, 32)] {
      #expect(inChunks(of: count) { $0 }.count == chunks)
    }
  }
}
