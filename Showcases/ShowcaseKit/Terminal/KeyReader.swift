import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A reader that decodes the input of a terminal into a stream of keys.
///
/// Dispatch calls the reader on a queue when input is available, so no task and no thread blocks in
/// `read`.
final class KeyReader: Sendable {
  let keys: AsyncStream<Key>

  /// The time to wait after an Escape byte before it counts as the Escape key.
  ///
  /// The time is longer than the gap between the bytes of an arrow key, even over a network, and
  /// too short for a user to notice.
  private static let escapePause = DispatchTimeInterval.milliseconds(50)

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "KeyReader")
  private let continuation: AsyncStream<Key>.Continuation
  private let state = Mutex(State())

  private struct State {
    var decoder = KeyDecoder()
    var reads = 0
    var events: [SystemEvent] = []
  }

  init(descriptor: Int32) {
    self.descriptor = descriptor
    (keys, continuation) = AsyncStream.makeStream()
  }

  func start() {
    let input = SystemEvent.readable(descriptor, on: queue) { [weak self] in self?.read() }
    let window = SystemEvent.signal(SIGWINCH, on: queue) { [continuation] in
      continuation.yield(.resize)
    }
    state.withLock { $0.events = [input, window] }
  }

  func stop() {
    let events = state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
    for event in events { event.cancel() }
    continuation.finish()
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = systemRead(descriptor, &bytes, bytes.count)
    if count > 0 {
      decode(bytes.prefix(count))
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      // The input has ended, or the terminal was closed.
      stop()
    }
  }

  private func decode(_ bytes: ArraySlice<UInt8>) {
    let (keys, read, isUndecided) = state.withLock { state in
      state.reads += 1
      return (state.decoder.decode(bytes), state.reads, state.decoder.isUndecided)
    }
    for key in keys { continuation.yield(key) }
    guard isUndecided else { return }
    queue.asyncAfter(deadline: .now() + Self.escapePause) { [weak self] in
      self?.pause(after: read)
    }
  }

  private func pause(after read: Int) {
    let keys = state.withLock { $0.reads == read ? $0.decoder.pause() : [] }
    for key in keys { continuation.yield(key) }
  }
}
