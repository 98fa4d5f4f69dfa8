import Foundation
import Networking
import OrderRatingServerModel
import OrderRatingTestSupport
import Sync
import SyncTestSupport
import Synchronization

/// Carries requests to the server model and answers back, with one fault each.
final class SimulatedReviewNetwork: Transport {
  struct State {
    var server = ReviewServerModel.sample
    var random: SplitMix64
    /// How many of a hundred requests meet a fault.
    var faultRate = 0
    var requests = 0
    var life = 0
    /// Whether the gate was closed when everything last came to rest: an attempt that had begun by
    /// then is over.
    var isShut = false
    /// The bytes that went out under a key.
    var wire: [String: Data] = [:]
    /// Photos that a review may go without: they were refused, or a crash has lost them.
    var excused: Set<String> = []
    /// Photos that the server was asked for and did not have.
    var missed: Set<String> = []
    var violation: String?
  }

  let state: Mutex<State>
  private let wire: SimulatedWire

  init(
    seed: UInt64, faultRate: Int, on executor: SimulationExecutor, _ clock: VirtualClock,
    _ ledger: Ledger
  ) {
    state = Mutex(
      State(random: SplitMix64(seed: seed ^ 0xF00D), faultRate: faultRate))
    wire = SimulatedWire(on: executor, clock, ledger)
  }

  /// The way of one life of the app to the server; what comes after its end, nobody hears.
  func transport(behind gate: Gate) -> any Transport {
    let life = state.withLock { state in
      state.life += 1
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
      let before = state.server
      let answer = state.server.answer(request)
      judge(request, answer, before, &state)
      return answer
    }
  }

  /// Looks at what a request has done at the server.
  private func judge(
    _ request: HTTPRequest, _ answer: HTTPResponse, _ before: ReviewServerModel,
    _ state: inout State
  ) {
    let id = request.path.split(separator: "/").map(String.init)
    guard let bytes = request.bytes else {
      if id[1] == "review-photos", answer.status == 404 { state.missed.insert(id[2]) }
      return
    }
    if request.path.hasSuffix("/review") {
      let order = id[2]
      let known = before.reviews[order]
      let text = String(decoding: answer.body, as: UTF8.self)
      // Else it was told to, by now or when this key came first.
      if answer.status == 422, !text.contains("\"no\"") {
        state.violation = "the server refuses: \(text)"
      }
      let isTaken = known == nil && state.server.reviews[order] != nil
      do {
        let sent = try JSONDecoder().decode(ReviewView.self, from: bytes)
        if let known, known.id != sent.id, !known.id.hasPrefix("elsewhere") {
          state.violation = "\(order) is rated twice by one device"
        }
        for photo in sent.photos
        where isTaken && before.photos[photo] == nil && !state.excused.contains(photo) {
          state.violation = "the review of \(order) is complete before its photo \(photo)"
        }
      } catch { state.violation = "\(error)" }
    } else if answer.status == 409 {
      state.violation = "a photo's name for two contents"
    } else if answer.status == 422 {
      state.excused.insert(id[2])
    }
  }

  private struct Way: Transport {
    let network: SimulatedReviewNetwork
    let gate: Gate
    let life: Int

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      let isAlive = network.state.withLock { state in
        if state.life == life, state.isShut, !gate.isOpen {
          state.violation = "a request at a closed gate"
        }
        return state.life == life
      }
      guard isAlive else { throw .cancelled }
      let answer = try await network.send(request, progress: progress)
      guard network.state.withLock({ $0.life == life }) else { throw .cancelled }
      return answer
    }
  }
}
