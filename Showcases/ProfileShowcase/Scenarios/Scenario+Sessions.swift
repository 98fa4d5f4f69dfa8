import Networking
import Profile
import Sandbox
import ShowcaseKit
import Storage
import Sync

extension Scenario {
  static let renewalStorm = Scenario(
    "renewal-storm", "Two hundred requests meet an expired token, and the session is renewed once."
  ) { (script: Script, app: App) in
    let scope = try await script.features(app)
    script.tell("The access token expires, and 200 requests are sent")
    script.server.change { $0.expireAccessTokens() }
    let count = await scope.requests(200)
    script.detail("\(count) answers, \(script.server.model.renewals) renewal")
    for status in [429, 302, 500] {
      script.tell("It expires again, and the renewal is answered with \(status)")
      try await script.expire(.status(status), scope)
      script.show(app.session.state)
      try await script.wait(60)
      script.detail("A minute later \(await scope.requests(200)) answers")
    }
  }

  static let killedRenewing = Scenario(
    "killed-renewing", "The app is killed between the answer to a renewal and its storing."
  ) { (script: Script) in
    try await script.launch { app in
      let scope = try await script.features(app)
      script.tell("The access token expires, and the answer to the renewal is lost")
      try await script.expire(.answerLost, scope)
      script.tell("The app is killed")
    }
    try await script.wait(60)
    try await script.launch { app in
      await script.showSettled(try await app.scope())
      script.tell("The server has renewed \(script.server.model.renewals) session")
    }
  }

  static let revoked = Scenario(
    "revoked", "The service ends a session: changes wait, and are sent after another sign-in."
  ) { (script: Script, app: App) in
    let scope = try await script.features(app)
    script.tell("The service ends the session, and the user changes the name to Ada")
    let account = scope.account?.rawValue ?? ""
    script.server.change { $0.revoke(account) }
    try await scope.profile.apply(.name("Ada"))
    for await state in app.session.states() {
      if case .expired = state.status {
        script.show(state)
        break
      }
    }
    await script.show(scope) { !$0.pending.isEmpty }
    try await script.signIn(app)
    await script.show(scope) { $0.pending.isEmpty }
  }

  static let signOutWithChanges = Scenario(
    "sign-out-with-changes", "Changes that wait at a sign-out are sent after the next sign-in."
  ) { (script: Script, app: App) in
    let scope = try await script.features(app)
    try await script.rename(scope, "Change the name to Ada")
    await script.show(scope) { !$0.pending.isEmpty }
    await script.signOut(app, keepingData: true, "Sign out and keep what waits")
    script.goOnline()
    try await script.signIn(app)
    await script.show(try await app.scope()) { $0.pending.isEmpty && $0.profile?.name == "Ada" }
  }

  static let twoAccounts = Scenario(
    "two-accounts", "Two users of one device neither see nor send each other's data."
  ) { (script: Script, app: App) in
    let ada = try await script.features(app)
    try await script.rename(ada, "Change the name to Ada, and add a pizza")
    try await ada.add("pizza")
    await script.signOut(app, keepingData: true, "Sign out and keep what waits")
    script.goOnline()
    let bob = try await script.features(app, "8 (987) 654-32-10")
    try await script.showBasket(bob)
    await script.signOut(app, keepingData: false, "Sign out and erase everything")
    try await script.signIn(app)
    let again = try await app.scope()
    await script.show(again) { $0.pending.isEmpty && $0.profile?.name == "Ada" }
    try await script.showBasket(again)
  }

  static let deleteAccount = Scenario(
    "delete-account", "An account is deleted although the first answer is lost."
  ) { (script: Script, app: App) in
    let scope = try await script.features(app)
    try await scope.add("pizza")
    script.tell("The next answer will be lost")
    script.server.spoil([.answerLost]) { $0.path == "/v1/auth/account" }
    await script.attempt("Delete the account", app) { try await app.session.deleteAccount() }
    try await script.wait(60)
    await script.attempt("Delete the account", app) { try await app.session.deleteAccount() }
    script.tell("The server has \(script.server.model.accounts.count) accounts")
    try await script.showBasket(try await app.scope())
  }

  static let guestCart = Scenario(
    "guest-cart", "What a guest has chosen is there after the sign-in, once."
  ) { (script: Script) in
    try await script.launch { app in
      script.tell("The guest adds a pizza")
      try await app.scope().add("pizza")
      try await script.signIn(app)
      try await script.showBasket(try await app.scope())
      await script.signOut(app, keepingData: true, "Sign out and keep the data")
      try await script.showBasket(try await app.scope())
      script.tell("The guest adds a tea")
      try await app.scope().add("tea")
      try await script.signIn(app)
      script.tell("The app is killed before it takes the tea")
    }
    try await script.launch { app in
      let scope = try await app.scope()
      if scope.guest != nil {
        script.tell("The app takes what the guest has left")
        try await scope.takeGuestBasket()
      }
      try await script.showBasket(scope)
    }
    try await script.launch { app in
      let scope = try await app.scope()
      script.detail(
        scope.guest == nil ? "The guest has left nothing" : "The guest has left something")
      try await script.showBasket(scope)
    }
  }
}
