import Foundation
import Networking
import OrderRating
import OrderRatingServerModel
import Synchronization

/// A server of reviews inside the process, with answers that can be lost on their way.
final class RatingSandbox: Sendable {
  private struct State {
    var model: ReviewServerModel
    var lostAnswers = 0
    var log: [String] = []
  }

  private let state: Mutex<State>

  /// Makes a server at noon that knows these orders.
  init(_ orders: [RatableOrder] = []) {
    state = Mutex(State(model: ReviewServerModel(now: Kitchen.noon + 7_200)))
    for order in orders { add(order) }
  }

  /// The server itself.
  var model: ReviewServerModel { state.withLock { $0.model } }

  /// What changes have arrived and how they were answered, since the last look.
  func takeLog() -> [String] {
    state.withLock { state in
      defer { state.log = [] }
      return state.log
    }
  }

  /// Does something at the server.
  func change(_ body: (inout ReviewServerModel) -> Void) {
    state.withLock { body(&$0.model) }
  }

  /// Makes an order one of this user's, to be rated within a week.
  func add(_ order: RatableOrder) {
    change { $0.orders[order.id] = order.atServer(closesAt: $0.now + 7 * 86_400) }
  }

  /// Loses the next answers to changes.
  func loseAnswers(_ count: Int) {
    state.withLock { $0.lostAnswers = count }
  }

  /// Answers as the server does; `nil` when the answer gets lost.
  func answer(_ request: HTTPRequest) -> HTTPResponse? {
    state.withLock { state in
      let answer = state.model.answer(request)
      guard request.method != .get else { return answer }
      let isLost = state.lostAnswers > 0
      let what = request.path.hasSuffix("review") ? "the review" : "a photo"
      state.log.append("\(what): HTTP \(answer.status)\(isLost ? ", and nobody hears it" : "")")
      guard isLost else { return answer }
      state.lostAnswers -= 1
      return nil
    }
  }
}

extension RatableOrder {
  /// What a server knows of it.
  func atServer(closesAt: Int) -> ReviewServerModel.Order {
    ReviewServerModel.Order(
      fulfilment: fulfilment.rawValue, lines: lines.map(\.id), closesAt: closesAt)
  }
}

/// The way to the sandbox: at the pace of its clock, and now and then without an answer.
struct RatingSandboxTransport: Transport {
  let sandbox: RatingSandbox
  /// How long an answer takes, by a clock.
  let pause: @Sendable () async throws -> Void

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    do { try await pause() } catch { throw .cancelled }
    guard let answer = sandbox.answer(request) else { throw .connectionLost }
    return answer
  }
}
