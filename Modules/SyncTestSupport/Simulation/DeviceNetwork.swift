import Foundation
package import Networking
package import Sync
import Synchronization

/// A server for a simulated device.
package protocol DeviceServer: Sendable {
  /// Whether each life of the app fetches something before it sends its first change.
  static var isAskedFirst: Bool { get }

  /// Checks a change as it leaves the device, before any fault applies.
  func judge(_ change: HTTPRequest, _ ledger: Ledger)
  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse
}

extension DeviceServer {
  package static var isAskedFirst: Bool { false }
  package func judge(_ change: HTTPRequest, _ ledger: Ledger) {}
}

/// Transfers the requests of a simulated device and the responses, with one fault per request.
package final class DeviceNetwork<Server: DeviceServer>: Sendable {
  private struct State {
    var server: Server
    var random: SplitMix64
    var faultRate: Int
    var requests = 0
    var life = 0
    /// The number of restarts of the server; each ends all connections.
    var restarts = 0
    var isShut = false
    var losesAnswer = false
    /// Whether this life of the app has received a successful GET response.
    var hasAsked = false
    /// The body sent under each idempotency key.
    var sent: [String: Data] = [:]
  }

  private let state: Mutex<State>
  private let wire: SimulatedWire
  private let ledger: Ledger

  package init<Simulation>(
    to server: Server, in world: DeviceWorld<Simulation>, on executor: SimulationExecutor,
    _ clock: VirtualClock, _ ledger: Ledger
  ) {
    state = Mutex(
      State(
        server: server, random: SplitMix64(seed: world.seed ^ 0xF00D), faultRate: world.faultRate))
    wire = SimulatedWire(on: executor, clock, ledger)
    self.ledger = ledger
  }

  package var server: Server { state.withLock { $0.server } }
  package var requests: Int { state.withLock { $0.requests } }

  /// Whether the gate was closed at the last moment at which no task was ready.
  ///
  /// Every attempt that began before that moment has ended.
  var isShut: Bool {
    get { state.withLock { $0.isShut } }
    set { state.withLock { $0.isShut = newValue } }
  }

  /// Modifies the server directly.
  package func change(_ body: (inout Server) -> Void) {
    state.withLock { body(&$0.server) }
  }

  /// Lets the next change arrive and loses its response.
  package func loseAnswer() { state.withLock { $0.losesAnswer = true } }

  /// Stops all random faults.
  package func heal() { state.withLock { $0.faultRate = 0 } }

  /// Restarts the server: requests in progress get no answer.
  package func restartServer() { state.withLock { $0.restarts += 1 } }

  /// Ends the current life of the app, which neither sends nor receives anything from now on.
  package func cutOff() { state.withLock { $0.life += 1 } }

  /// Returns the transport for a new life of the app.
  ///
  /// Requests and responses after the end of that life throw `.cancelled`.
  package func transport(behind gate: Gate) -> any Transport {
    let isShut = !gate.isOpen
    let life = state.withLock { state in
      state.isShut = isShut
      state.hasAsked = false
      state.life += 1
      return state.life
    }
    return Way(network: self, gate: gate, life: life)
  }

  /// Returns the fault of a request, or `nil` if the life that sends it has ended.
  private func begin(_ request: HTTPRequest, life: Int, isOpen: Bool) -> WireFault? {
    state.withLock { state in
      guard state.life == life else { return nil }
      ledger.expect(isOpen || !state.isShut, "a request at a closed gate")
      ledger.expect(
        !Server.isAskedFirst || state.hasAsked || request.method == .get,
        "a change before the server was asked")
      state.requests += 1
      let sent = state.sent
      if let key = request.idempotencyKey?.rawValue, let bytes = request.bytes {
        ledger.expect(state.sent[key] ?? bytes == bytes, "a key for two contents")
        state.sent[key] = bytes
        state.server.judge(request, ledger)
        if state.losesAnswer {
          state.losesAnswer = false
          return .answerLost
        }
      }
      let isSpoilt = Int.random(in: 0..<100, using: &state.random) < state.faultRate
      let fault = isSpoilt ? WireFault.allCases.randomElement(using: &state.random) : WireFault.none
      // A request that has not left the device binds its key to no content.
      if fault == .unsent { state.sent = sent }
      return fault
    }
  }

  private var restarts: Int { state.withLock { $0.restarts } }

  private func arrive(_ request: HTTPRequest) -> HTTPResponse {
    state.withLock { $0.server.answer(request, ledger) }
  }

  /// Returns whether the life that sent a request still exists, so that it gets the response.
  private func end(_ request: HTTPRequest, _ answer: HTTPResponse, life: Int) -> Bool {
    state.withLock { state in
      guard state.life == life else { return false }
      if request.method == .get, answer.status < 400 { state.hasAsked = true }
      return true
    }
  }

  private struct Way: Transport {
    let network: DeviceNetwork
    let gate: Gate
    let life: Int

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      let fault = network.begin(request, life: life, isOpen: gate.isOpen)
      guard let fault else { throw .cancelled }
      let restarts = network.restarts
      let answer = try await network.wire.carry(request, fault) { network.arrive($0) }
      guard network.end(request, answer, life: life) else { throw .cancelled }
      guard network.restarts == restarts else { throw .connectionLost }
      return answer
    }
  }
}
