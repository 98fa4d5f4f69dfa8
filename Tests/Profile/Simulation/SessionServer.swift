import Foundation
import Networking
import Sandbox
import SyncTestSupport

/// The service of a simulated world, which checks that data arrives only with its account's token.
struct SessionServer: DeviceServer {
  var model = AccountServerModel()
  /// The applied names, each of which begins with its account's id and may be applied only once.
  private(set) var applied: Set<String> = []
  let time: @Sendable () -> Int

  init(time: @escaping @Sendable () -> Int) {
    self.time = time
    model.accessLifetime = 300
  }

  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse {
    model.now = time()
    let owner = request.authorization.flatMap(model.owner)
    if request.path == "/v1/profile" {
      ledger.expect(owner != nil, "a request without a token")
    } else if request.path != "/v1/auth/account" {
      ledger.expect(request.authorization == nil, "a token on \(request.path)")
    }
    guard request.method != .get, request.path == "/v1/profile", let owner else {
      return model.answer(request)
    }
    let body = String(decoding: request.bytes ?? Data(), as: UTF8.self)
    ledger.expect(body.contains("\"\(owner)#"), "\(body) arrives from \(owner)")
    let before = model.accounts[owner]?.profile
    let response = model.answer(request)
    if let profile = model.accounts[owner]?.profile, profile.revision != before?.revision {
      ledger.expect(applied.insert(profile.name).inserted, "\(profile.name) arrives twice")
    }
    return response
  }
}
