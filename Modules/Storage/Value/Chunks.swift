import Dispatch
import Synchronization

/// Processes many items, such as the elements of a file, in chunks on all cores.
///
/// `process` receives the range of each chunk, on any thread. The calling thread does a part of the work,
/// and blocks until all chunks are done. The results are in the order of the items.
package func inChunks<Processed: Sendable>(
  of count: Int, _ process: @Sendable (Range<Int>) -> Processed
) -> [Processed] {
  // So few items are done before another thread could start.
  guard count > 128 else { return count > 0 ? [process(0..<count)] : [] }
  // Chunks are small, so that all cores finish at nearly the same time.
  let size = max(64, count / 32)
  let chunks = (count + size - 1) / size
  let processed = Mutex([Int: Processed]())
  DispatchQueue.concurrentPerform(iterations: chunks) { chunk in
    let result = process(chunk * size..<min(count, (chunk + 1) * size))
    processed.withLock { $0[chunk] = result }
  }
  return processed.withLock { processed in (0..<chunks).compactMap { processed[$0] } }
}
