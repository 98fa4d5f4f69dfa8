import Foundation
import Networking
import Sandbox
import SyncTestSupport

/// A server of addresses that shows rare behavior in some worlds.
struct WhimsicalAddressServer: DeviceServer {
  enum Whim {
    /// Some changes are refused; a retry under a new key usually succeeds.
    case refuses
    /// At times the server forgets its stored answers, but not the changes.
    case forgets
  }

  static let isAskedFirst = true

  var model = AddressesServerModel()
  /// The rare behavior in this world.
  var whim: Whim?
  private var random: SplitMix64
  /// The keys of the changes that ``Whim/refuses`` has refused.
  private var refused: Set<String> = []

  init(seed: UInt64) {
    whim = [3: .refuses, 7: .forgets][seed % 8]
    random = SplitMix64(seed: seed ^ 0xBAD)
  }

  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse {
    let isWhimsical = whim != nil && Int.random(in: 0..<6, using: &random) == 0
    if isWhimsical, whim == .forgets { model.forgetAnswers() }
    if let key = request.idempotencyKey?.rawValue {
      // A refused removal would show the removed address beside the one that the user has created
      // since.
      if isWhimsical, whim == .refuses, request.bytes != nil, !model.hasAnswered(key) {
        refused.insert(key)
      }
      guard !refused.contains(key) else {
        return HTTPResponse(problem: "whim", status: 422, reason: "not this time")
      }
    }
    return model.answer(request)
  }
}
