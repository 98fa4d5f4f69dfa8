import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import Menu
import OrderRating
import Orders
import Profile
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Synchronization

extension AppSimulation {
  private static let phones = ["+79123456789", "+77771234567"]

  var user: FoodAppUser? { app.state.user }

  func perform(_ step: AppStep) {
    act(step)
    guard isDead else { return }
    ledger.note("the app was killed at a write")
    crash()
  }

  /// Whether the app was killed at a write of the current step.
  var isDead: Bool { disk?.isDead == true }

  /// Kills the app, and starts it again.
  private func crash() {
    for tap in unwritten { taps[tap]?.isDoubted = true }
    unwritten = []
    kill()
    begin()
  }

  /// Performs a call of the user; returns `nil` if it throws or the app is killed meanwhile.
  func ask<Answer: Sendable>(
    _ call: @escaping @Sendable () async throws -> Answer
  ) -> Answer? {
    let reply = Reply<Result<Answer, any Error>>()
    Task(executorPreference: executor) {
      let result = await Result { try await call() }
      reply.answer.withLock { $0 = result }
    }
    for _ in 0..<50_000 {
      guard !isDead else { return nil }
      if let result = reply.answer.withLock({ $0 }) {
        ledger.note("answer: \("\(result)".prefix(200))")
        return if case .success(let answer) = result { answer } else { nil }
      }
      if !executor.step() && !clock.advance() { break }
    }
    ledger.expect(false, "a call is never answered")
    return nil
  }

  private func act(_ step: AppStep) {
    switch step {
    case .choose(let city): choose(Self.cities[city])
    case .language(let number):
      let app = app
      _ = ask { try await app.setLanguage(number == 0 ? "en" : "ru") }
    case .add(let product): add(Self.products[product])
    case .remove: remove()
    case .promo: askUser { try await $0.cart.setPromo("TENTH", isWanted: true) }
    case .deliver: deliver()
    case .order: order()
    case .accept:
      askUser { user in
        for line in user.cart.state.lines where line.problems.contains(where: \.isPrice) {
          try await user.cart.acceptPrice(of: line.id)
        }
      }
    case .takeUp: takeUp()
    case .requestCode(let person): requestCode(person)
    case .enterCode: enterCode()
    case .signOut(let keepingData): signOut(keepingData)
    case .rename:
      let name = "\(account)#name"
      askUser { user in
        if user.account != nil { try await user.profile.apply(.name(name)) }
      }
    case .cancel:
      askUser { user in
        if let order = user.orders.state.active.first { try await user.orders.cancel(order.id) }
      }
    case .review: review()
    case .decide: decide()
    case .raisePrice:
      number += 1
      let price = "\(350_000 + number * 1_000)"
      for city in Self.cities {
        network.change {
          $0.world.menus.publish(
            [MenuEdit("products", "pizza", .set("variants/0/price", price))], in: city)
        }
      }
    case .sellOut:
      let stop = MenuServerModel.Stop(kind: "product", id: "tea")
      for city in Self.cities { network.change { $0.world.menus.toggleStop(stop, in: city) } }
    case .expire: network.change { $0.world.accounts.expireAccessTokens() }
    case .elsewhere: addElsewhere()
    case .hurry: clock.jump(by: .seconds(600))
    case .loseAnswer: network.loseAnswer()
    case .device(.openGate):
      isOffline = false
      gate.open(for: .offline)
    case .restartServer(let seconds):
      network.restartServer()
      network.change { $0.isBackAt = $0.time() + seconds }
    case .fillDisk: disk?.isFull = true
    case .freeDisk: disk?.isFull = false
    case .failWrites(let count): disk?.fail(count)
    case .killAtWrite(let count): disk?.kill(after: count)
    case .device(.kill): crash()
    case .device(let step): perform(onDevice: step)
    }
  }

  private func askUser<Answer: Sendable>(
    _ call: @escaping @Sendable (FoodAppUser) async throws -> Answer
  ) {
    guard let user else { return }
    _ = ask { try await call(user) }
  }

  // MARK: City and cart

  func choose(_ city: CityID) {
    let app = app
    guard ask({ try await app.choose(city) }) != nil else { return }
    ledger.expect(app.environment.city.context?.city == city, "\(city) is not settled")
    ledger.expect(app.menu.state.scope?.city == city, "the menu is not in \(city)")
    guard let user, app.state.health[.cart] == .running else { return }
    ledger.expect(user.cart.state.city == city, "the cart is not in \(city)")
    // A tap in the same moment is not refused because of the composition.
    add("pizza", mustSucceed: true)
  }

  private func add(_ product: String, mustSucceed: Bool = false) {
    guard let user, let city = app.environment.city.context?.city,
      let kzt = CurrencyCode(rawValue: "KZT")
    else { return }
    number += 1
    let tap = "tap\(number)"
    let price = user.cart.state.lines.first { $0.item.configuration.product == product }?.price.unit
    let item = CartItem(
      ItemConfiguration(product: product, variant: "\(product)-m", removed: [tap]), city: city,
      name: product, unitPrice: price ?? Money(350_000, kzt), revision: "1")
    let isOrdering = if case .pending = user.cart.state.order { true } else { false }
    guard ask({ try await user.cart.add(item, count: 1) }) != nil else {
      let isFull = user.cart.state.lines.count >= 200
      return ledger.expect(
        !mustSucceed || isOrdering || isFull || isDead, "a tap after a choice is refused")
    }
    if !user.cart.state.sync.isDurable { unwritten.insert(tap) }
    taps[tap] = Tap(home: account, city: city, isGuests: account.isEmpty)
  }

  private func remove() {
    guard let user, let line = user.cart.state.lines.last(where: { $0.kind == .chosen }) else {
      return
    }
    guard ask({ try await user.cart.setQuantity(0, of: line.id) }) != nil || isDead else { return }
    for tap in line.item.configuration.removed { taps[tap]?.isDoubted = true }
  }

  private func deliver() {
    guard let user, let city = app.environment.city.context?.city else { return }
    number += 1
    let label = "\(account)#\(number)"
    let address = Address(
      city: city, template: AddressTemplate.ID(rawValue: "KZ"), label: label,
      fields: [AddressField(.street, "Абая"), AddressField(.house, "\(number)")])
    guard let added = ask({ try await user.addresses.add(address) }),
      let saved = user.addresses.state[added]
    else { return }
    if user.addresses.state.sync.isDurable { addresses[account, default: []].insert(label) }
    // A guest's address is sent after a sign-in, and a delivery to it would wait for it until then.
    guard user.account != nil else { return }
    _ = ask { try await user.setDelivery(to: saved) }
  }

  private func order() {
    guard let user, let due = user.cart.state.totals?.due else { return }
    guard ask({ try await user.placeOrder(for: due) }) != nil || isDead else { return }
    ordered[account, default: 0] += 1
  }

  private func takeUp() {
    guard let user, let city = app.environment.city.context?.city,
      let cart = user.cart.state.others.first(where: { $0.city == city && $0.isClosed })
    else { return }
    let isTaken = ask { () -> Bool in
      _ = try await user.cart.add(cart.lines)
      try await user.cart.dismiss(cart)
      return true
    }
    // Between the two calls a line is in both.
    if isTaken == nil {
      for tap in cart.lines.flatMap(\.item.configuration.removed) { taps[tap]?.isDoubted = true }
    }
  }

  private func decide() {
    guard let user else { return }
    for change in user.cart.state.pending where change.status.isFailed { discard(change, of: user) }
  }

  func discard(_ change: PendingCartChange, of user: FoodAppUser) {
    guard ask({ try await user.cart.discard(change.id) }) != nil || isDead else { return }
    if case .line(let id, _, _) = change.subject {
      for tap in taps.keys where id.rawValue.hasSuffix("-\(tap)") { taps[tap]?.isDoubted = true }
    }
  }

  private func addElsewhere() {
    guard !account.isEmpty, let city = app.environment.city.context?.city else { return }
    number += 1
    let label = "\(account)#\(number)"
    let content = AddressView.Content(
      city: city.rawValue, template: "KZ", label: label,
      fields: [.init("street", "Сатпаева"), .init("house", "\(number)")])
    let account = account
    network.change { $0.world.addresses[account].addElsewhere(content) }
    addresses[account, default: []].insert(label)
  }

  private func review() {
    guard let user, user.account != nil else { return }
    let comment = "\(account)#review"
    _ = ask { () -> Bool in
      guard let draft = try await user.promptForReview() ?? user.reviews.state.drafts.first else {
        return false
      }
      try await user.reviews.edit(draft.id) { draft throws(ReviewError) in
        for subject in draft.form.subjects { try draft.setStars(4, of: subject.id) }
        draft.comment = comment
      }
      try await user.reviews.submit(draft.id)
      return true
    }
  }

  // MARK: Accounts

  func id(of person: Int) -> String? {
    network.server.world.accounts.accounts.first { $0.value.phone == Self.phones[person] }?.key
  }

  func requestCode(_ person: Int) {
    guard let phone = PhoneNumber(rawValue: Self.phones[person]) else { return }
    let session = app.session
    if ask({ try await session.requestCode(for: phone) }) != nil { self.person = person }
  }

  func enterCode() {
    let app = app
    guard let code = network.server.world.accounts.code(for: Self.phones[person]),
      ask({ try await app.signIn(withCode: code) }) != nil
    else {
      isSessionUnsure = isSessionUnsure || disk?.isFaulty == true
      guard !isDead else { return }
      // The answer may have been lost after the session was stored.
      if let now = app.session.state.account?.rawValue, now != account { signedIn(now) }
      return
    }
    guard let now = app.session.state.account?.rawValue else {
      return ledger.expect(false, "nobody is signed in after a sign-in")
    }
    isSessionUnsure = isSessionUnsure || disk?.isFaulty == true
    ledger.expect(now == id(of: person), "another account is signed in")
    signedIn(now)
    let owner = app.state.user?.account?.rawValue
    ledger.expect(owner == now, "after the sign-in of \(now), \(owner ?? "a guest") uses the app")
  }

  /// Records the account whose session the app has stored, with the guest's data.
  func signedIn(_ now: String) {
    account = now
    for (tap, state) in taps where state.home.isEmpty { taps[tap]?.home = now }
    ordered[now, default: 0] += ordered.removeValue(forKey: "") ?? 0
    addresses[now, default: []].formUnion(addresses.removeValue(forKey: "") ?? [])
  }

  func signOut(_ keepingData: Bool) {
    let app = app
    let isSignedOut = ask({ try await app.signOut(keepingData: keepingData) }) != nil
    isSessionUnsure = isSessionUnsure || disk?.isFaulty == true
    let former = account
    if isSignedOut {
      account = ""
      ledger.expect(app.state.user?.account == nil, "after a sign-out, an account uses the app")
    }
    guard !keepingData, isSignedOut || isDead else { return }
    for (tap, state) in taps where state.home == former { taps[tap]?.isDoubted = true }
    addresses[former] = nil
  }
}

extension LineProblem {
  fileprivate var isPrice: Bool { if case .priceChanged = self { true } else { false } }
}
