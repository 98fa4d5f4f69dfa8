import AddressesServerModel
import Foundation
import Networking
import Sync
import SyncTestSupport
import Synchronization

/// Carries requests to the server model and answers back, with one fault each.
final class SimulatedAddressNetwork: Transport {
  struct State {
    var server: AddressesServerModel
    var random: SplitMix64
    /// How many of a hundred requests meet a fault.
    var faultRate = 0
    /// What else the server does now and then in this world.
    var whim: Whim?
    var whims: SplitMix64
    /// The keys of changes that it has refused so.
    var refused: Set<String> = []
    var requests = 0
    var life = 0
    /// Whether the gate was closed when everything last came to rest: an attempt that had begun by
    /// then is over.
    var isShut = false
    /// Whether the server was asked in this life of the app, as it is before anything is sent.
    var isAsked = false
    /// The bytes that went out under a key.
    var wire: [String: Data] = [:]
    var violation: String?
  }

  /// What a server may do and few do.
  enum Whim {
    /// Refuses a change that it takes the next time.
    case refuses
    /// Forgets its answers, but not what was done.
    case forgets
  }

  let state: Mutex<State>
  private let wire: SimulatedWire

  init(
    seed: UInt64, faultRate: Int, on executor: SimulationExecutor, _ clock: VirtualClock,
    _ ledger: Ledger
  ) {
    state = Mutex(
      State(
        server: AddressesServerModel(), random: SplitMix64(seed: seed ^ 0xF00D),
        faultRate: faultRate, whim: [3: .refuses, 7: .forgets][seed % 8],
        whims: SplitMix64(seed: seed ^ 0xBAD)))
    wire = SimulatedWire(on: executor, clock, ledger)
  }

  /// The way of one life of the app to the server; what comes after its end, nobody hears.
  func transport(behind gate: Gate) -> any Transport {
    let life = state.withLock { state in
      state.life += 1
      state.isAsked = false
      return state.life
    }
    return Way(network: self, gate: gate, life: life)
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let fault = state.withLock { state -> WireFault in
      state.requests += 1
      if let key = request.idempotencyKey?.rawValue, let bytes = request.bytes {
        if let known = state.wire[key], known != bytes {
          state.violation = "a key for two contents"
        }
        state.wire[key] = bytes
      }
      let isSpoilt = Int.random(in: 0..<100, using: &state.random) < state.faultRate
      return isSpoilt ? WireFault.allCases.randomElement(using: &state.random) ?? .none : .none
    }
    return try await wire.carry(request, fault) { self.answer($0) }
  }

  private func answer(_ request: HTTPRequest) -> HTTPResponse {
    state.withLock { state in
      let isWhimsical = state.whim != nil && Int.random(in: 0..<6, using: &state.whims) == 0
      if isWhimsical, state.whim == .forgets { state.server.forgetAnswers() }
      // A refused removal would show what was removed beside what the user has made since.
      if isWhimsical, state.whim == .refuses, request.bytes != nil,
        let key = request.idempotencyKey?.rawValue, !state.server.hasAnswered(key)
      {
        state.refused.insert(key)
      }
      if let key = request.idempotencyKey?.rawValue, state.refused.contains(key) {
        return HTTPResponse(
          status: 422, body: Data(#"{"code":"whim","reason":"not this time"}"#.utf8))
      }
      return state.server.answer(request)
    }
  }

  private struct Way: Transport {
    let network: SimulatedAddressNetwork
    let gate: Gate
    let life: Int

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      let isAlive = network.state.withLock { state in
        if state.life == life, state.isShut, !gate.isOpen {
          state.violation = "a request at a closed gate"
        }
        if state.life == life, !state.isAsked, request.method != .get {
          state.violation = "a change before the server was asked"
        }
        return state.life == life
      }
      guard isAlive else { throw .cancelled }
      let answer = try await network.send(request, progress: progress)
      let isHeard = network.state.withLock { state in
        if state.life == life, request.method == .get, answer.status < 400 { state.isAsked = true }
        return state.life == life
      }
      guard isHeard else { throw .cancelled }
      return answer
    }
  }
}
