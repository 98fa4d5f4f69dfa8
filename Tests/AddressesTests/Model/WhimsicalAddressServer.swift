import AddressesServerModel
import Foundation
import Networking
import SyncTestSupport

/// The server of addresses, which in some worlds does what few servers do.
struct WhimsicalAddressServer: DeviceServer {
  enum Whim {
    /// Refuses a change that it takes the next time.
    case refuses
    /// Forgets its answers, but not what was done.
    case forgets
  }

  static let isAskedFirst = true

  var model = AddressesServerModel()
  /// What it does now and then in this world.
  var whim: Whim?
  private var random: SplitMix64
  /// The keys of changes that it has refused so.
  private var refused: Set<String> = []

  init(seed: UInt64) {
    whim = [3: .refuses, 7: .forgets][seed % 8]
    random = SplitMix64(seed: seed ^ 0xBAD)
  }

  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse {
    let isWhimsical = whim != nil && Int.random(in: 0..<6, using: &random) == 0
    if isWhimsical, whim == .forgets { model.forgetAnswers() }
    if let key = request.idempotencyKey?.rawValue {
      // A refused removal would show what was removed beside what the user has made since.
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
