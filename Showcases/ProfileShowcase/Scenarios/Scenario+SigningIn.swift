import Profile
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let firstSignIn = Scenario(
    "first-sign-in", "A number as people write it, a code in other digits, and a restart offline."
  ) { (script: Script) in
    try await script.launch { app in
      try await script.requestCode(app, "+7 912 345-67-89")
      let code = try script.code()
      let arabic = code.compactMap { digit in
        digit.wholeNumberValue.flatMap { UnicodeScalar(0x0660 + UInt32($0)) }.map(Character.init)
      }
      await script.enter(String(arabic), app)
      let scope = try await app.scope()
      await script.showSettled(scope)
      script.tell("Change the name to Ada")
      try await scope.profile.apply(.name("Ada"))
      await script.showSettled(scope)
    }
    script.goOffline()
    try await script.launch { app in
      await script.show(try await app.scope()) { $0.profile != nil }
    }
  }

  static let wrongCode = Scenario(
    "wrong-code", "Three wrong codes, and the right one comes too late."
  ) { (script: Script, app: App) in
    try await script.requestCode(app)
    let code = try script.code()
    await script.enter("12", app)
    for _ in 0..<3 { await script.enter("0000", app) }
    await script.enter(code, app)
    try await script.signIn(app)
  }

  static let resend = Scenario(
    "resend", "Another code is sent after a minute, and only the last one counts."
  ) { (script: Script) in
    try await script.launch { app in
      try await script.requestCode(app)
      try await script.wait(20)
      try await script.requestCode(app)
      script.tell("The app is killed")
    }
    try await script.wait(40)
    try await script.launch { app in
      let first = try script.code()
      try await script.requestCode(app)
      await script.enter(first, app)
      await script.enter(try script.code(), app)
    }
  }

  static let formerApp = Scenario(
    "former-app", "The session of a former app is used, without another sign-in."
  ) { (script: Script) in
    let legacy = script.server.change { model in
      let account = model.addAccount(phone: "+79123456789")
      return (account, model.issueSession(for: account))
    }
    try await script.launch { app in
      await script.attempt("Adopt the session of the former app", app) {
        guard let account = AccountID(rawValue: legacy.0) else { return }
        try await app.session.adopt(LegacySession(account: account, refreshToken: legacy.1))
      }
      await script.showSettled(try await app.scope())
      script.tell("The server has renewed \(script.server.model.renewals) session")
    }
  }
}
