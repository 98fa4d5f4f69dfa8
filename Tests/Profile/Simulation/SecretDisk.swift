import Foundation
import Profile
import SyncTestSupport
import Synchronization

/// The store of the tokens in a simulated world: slow, sometimes full, and lost in a kill.
final class SecretDisk: Sendable {
  private struct State {
    var content: Data?
    var isFull = false
    var life = 0
  }

  private let state = Mutex(State())
  private let executor: SimulationExecutor

  init(on executor: SimulationExecutor) { self.executor = executor }

  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Returns the store of a new life of the app; writes of the previous one are lost.
  func restart() -> some SecretStore {
    Life(
      disk: self,
      number: state.withLock { state in
        state.life += 1
        return state.life
      })
  }

  private struct Life: SecretStore {
    let disk: SecretDisk
    let number: Int

    func load() async throws(SecretError) -> Data? {
      await disk.executor.pause()
      return disk.state.withLock { $0.content }
    }

    func save(_ secret: Data?) async throws(SecretError) {
      await disk.executor.pause()
      let isFull = disk.state.withLock { state in
        // A dead life writes nothing, and its callers never see the result.
        guard state.life == number else { return false }
        if !state.isFull { state.content = secret }
        return state.isFull
      }
      await disk.executor.pause()
      if isFull { throw .notWritten("full") }
    }
  }
}
