import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Turns what arrives at a terminal into a stream of keys, on a queue of its own.
///
/// Dispatch says when there is something to read, so no task and no thread waits in `read`.
final class KeyReader: Sendable {
  let keys: AsyncStream<Key>

  /// How long an Escape may stand alone before it is the Escape key: longer than the bytes of an
  /// arrow are apart even over a network, shorter than anyone notices.
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
      take(bytes.prefix(count))
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      // The end of the input, or a terminal that is gone.
      stop()
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
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
