import Foundation
import Networking
import NetworkingTestSupport
import ProfileTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport

@testable import Profile

extension SessionSimulation {
  static let phones = ["+79123456789", "+77710009998"]

  func perform(_ step: SessionStep) {
    switch step {
    case .requestCode(let person): requestCode(person)
    case .enterCode(let isRight): enterCode(isRight)
    case .discardCode:
      let session = app.session
      _ = ask { try await session.discardCode() }
    case .signOut(let keepingData): signOut(keepingData)
    case .edit: edit()
    case .add: add()
    case .storm(let count): storm(count)
    case .expire: network.change { $0.model.expireAccessTokens() }
    case .revoke(let person):
      guard let id = id(of: person) else { return }
      network.change { $0.model.revoke(id) }
      revoked.insert(id)
    case .device(.openGate):
      isOffline = false
      gate.open(for: .offline)
    case .fillSecrets: disk.room = .none
    case .freeSecrets: disk.room = .enough
    case .turnClock(let hours): turned.seconds = TimeInterval(hours) * 3_600
    case .device(let step): perform(onDevice: step)
    }
  }

  /// Returns the id of the account of a person, if it exists.
  func id(of person: Int) -> String? {
    network.server.model.accounts.first { $0.value.phone == Self.phones[person] }?.key
  }

  func requestCode(_ person: Int) {
    guard let phone = PhoneNumber(rawValue: Self.phones[person]) else { return }
    let session = app.session
    if ask({ try await session.requestCode(for: phone) }) != nil { self.person = person }
  }

  @discardableResult
  func enterCode(_ isRight: Bool) -> Bool {
    guard let code = network.server.model.code(for: Self.phones[person]) ?? lastCode else {
      return false
    }
    lastCode = code
    let wrong = code == "0000" ? "1111" : "0000"
    let session = app.session
    let issued = network.server.model.issuedTokens.count
    guard ask({ try await session.signIn(withCode: isRight ? code : wrong) }) != nil else {
      return false
    }
    account = session.state.account?.rawValue
    ledger.expect(account != nil && isRight, "a wrong code signs in")
    guard let account else { return true }
    ledger.expect(account == id(of: person), "another account is signed in")
    // The answer to an earlier attempt may be repeated, and its session be revoked.
    if network.server.model.issuedTokens.count > issued { revoked.remove(account) }
    for (product, home) in products where home.isEmpty { products[product] = account }
    return true
  }

  private func signOut(_ keepingData: Bool) {
    let session = app.session
    guard ask({ try await session.signOut(keepingData: keepingData) }) != nil, let id = account
    else { return }
    account = nil
    guard !keepingData else { return }
    if let name = owed.removeValue(forKey: id) { doubted.insert(name) }
    for (product, home) in products where home == id { erased.insert(product) }
  }

  private func edit() {
    guard let live = app.scope, let id = live.account?.rawValue else { return }
    number += 1
    let name = "\(id)#\(number)"
    if ask({ try await live.profile.apply(.name(name)) }) != nil { owed[id] = name }
  }

  private func add() {
    guard let live = app.scope else { return }
    number += 1
    let product = "product \(number)"
    let added: String? = ask {
      try await live.add(product)
      return product
    }
    if let added { products[added] = live.account?.rawValue ?? "" }
  }

  private func storm(_ count: Int) {
    guard let live = app.scope, let id = live.account?.rawValue else { return }
    let ledger = ledger
    let phone = network.server.model.accounts[id]?.phone
    for _ in 0..<count {
      Task(executorPreference: executor) {
        let request = HTTPRequest(.get, "/v1/profile", in: .almaty)
        guard case .success(let response) = await live.environment.transport.answer(to: request)
        else { return }
        struct Profile: Decodable { let phone: String? }
        do throws(UnusableBody) {
          let found = try response.json(Profile.self).phone
          ledger.expect(found == phone, "\(id) reads the profile of \(found ?? "no user")")
        } catch {}
      }
    }
  }

  // MARK: Checks

  func look() {
    let state = app.session.state
    ledger.note("shown: \(state.status)")
    ledger.expect(
      network.server.model.endings.allSatisfy { $0 != "refreshTokenReused" },
      "a refresh token is used twice")
    switch state.status {
    case .loading: break
    case .unavailable(let error): ledger.expect(false, "the session is unavailable: \(error)")
    case .guest: ledger.expect(account == nil, "\(account ?? "") is signed out by mistake")
    case .signedIn(let id): ledger.expect(id.rawValue == account, "\(id) is signed in by mistake")
    case .expired(let id):
      ledger.expect(id.rawValue == account, "\(id) is expired by mistake")
      ledger.expect(revoked.contains(id.rawValue), "\(id) has a valid session, and is expired")
    }
    if let live = app.scope, let id = live.account?.rawValue {
      let state = live.profile.state
      ledger.expect(
        state.profile?.name.isEmpty != false || state.profile?.name.hasPrefix("\(id)#") == true,
        "\(id) shows the name of another")
      for case .name(let name)? in state.pending.map(\.edit) {
        ledger.expect(name.hasPrefix("\(id)#"), "\(name) waits in the directory of \(id)")
      }
    }
  }

  /// Ends all faults, signs each user in, and checks that every change has arrived once.
  func finish() {
    disk.room = .enough
    turned.seconds = 0
    isOffline = false
    gate.open(for: .offline)
    quiesce()
    for person in [0, 1] where ledger.violation == nil && id(of: person) != nil { arrive(person) }
    if ledger.violation == nil { signOut(true) }
    kill()
    quiesce()
    if ledger.violation == nil { count() }
  }

  private func arrive(_ person: Int) {
    for _ in 0..<6 where !(account == id(of: person) && app.session.state.isSignedIn) {
      if app.session.state.isSignedIn { signOut(true) }
      clock.jump(by: .seconds(400))
      requestCode(person)
      enterCode(true)
      look()
    }
    quiesce()
    guard ledger.violation == nil else { return }
    ledger.expect(app.session.state.isSignedIn, "\(person) cannot sign in")
    guard let live = app.scope, let id = live.account?.rawValue else {
      return ledger.expect(false, "nothing runs for \(person)")
    }
    ledger.expect(gate.isOpen, "the gate is closed for \(gate.reasons)")
    for _ in 0..<20 where !live.profile.state.pending.isEmpty {
      clock.jump(by: .seconds(400))
      quiesce()
      // A failed fetch is repeated by the user.
      if case .failed = live.profile.state.sync.fetch {
        _ = ask { try await live.profile.refresh() }
      }
    }
    ledger.expect(live.profile.state.pending.isEmpty, "a change of \(id) waits for ever")
    guard let name = owed[id] else { return }
    let found = network.server.model.accounts[id]?.profile.name ?? ""
    ledger.expect(found == name || doubted.contains(found), "\(name) is lost: \(found)")
  }

  private func count() {
    root = root.reopened()
    var found: [String: Int] = [:]
    for (name, owner) in [
      ("guest", ""), ("account-account-1", "account-1"), ("guest-of-account-1", "account-1"),
      ("account-account-2", "account-2"), ("guest-of-account-2", "account-2"),
    ] {
      let directory = root.subdirectory(name, of: name.hasPrefix("account") ? owner : nil)
      let basket = answer { () -> [String]? in
        do { return try await Self.basket(in: directory).value() } catch { return nil }
      }
      for product in basket.flatMap({ $0 }) ?? [] {
        found[product, default: 0] += 1
        let home = products[product] ?? owner
        ledger.expect(home == owner, "\(product) of \(home) is in the directory of \(owner)")
      }
    }
    for product in products.keys.sorted() {
      let count = found[product] ?? 0
      ledger.expect(count <= 1, "\(product) is there \(count) times")
      ledger.expect(count == 1 || erased.contains(product), "\(product) is lost")
    }
  }
}

extension SessionState {
  fileprivate var isSignedIn: Bool { if case .signedIn = status { true } else { false } }
}
