import Cart
import CartServerModel
import Foundation
import Networking
import Synchronization

/// A server of carts inside the process, with answers that can be lost on their way.
final class CartSandbox: Sendable {
  private struct State {
    var model = CartServerModel.shop
    var lostAnswers = 0
    var changes = 0
  }

  private let state = Mutex(State())

  /// The server itself.
  var model: CartServerModel { state.withLock { $0.model } }

  /// How many changes have arrived, those included that had arrived before.
  var changes: Int { state.withLock { $0.changes } }

  /// Does something at the server.
  func change(_ body: (inout CartServerModel) -> Void) {
    state.withLock { body(&$0.model) }
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
      state.changes += 1
      guard state.lostAnswers > 0 else { return answer }
      state.lostAnswers -= 1
      return nil
    }
  }

  /// Another device of the same user makes it so many of an item.
  func setElsewhere(_ quantity: Int, of item: CartItem, in cart: String?) throws {
    guard let cart else { return }
    let item = try JSONDecoder().decode(CartView.Item.self, from: JSONEncoder().encode(item))
    change { $0.setElsewhere(quantity, of: item, in: cart) }
  }
}

/// The way to the sandbox: at the pace of its clock, and now and then without an answer.
struct CartSandboxTransport: Transport {
  let sandbox: CartSandbox
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
