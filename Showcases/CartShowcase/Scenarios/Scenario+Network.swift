import Cart
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let offlineAddKillRestart = Scenario(
    "offline-add-kill-restart", "Items that were added offline survive a kill and are sent once."
  ) { (script: Script) in
    script.goOffline()
    try await script.launch { cart in
      await script.add(2, Catalog.margherita(), to: cart)
      await script.add(1, Catalog.special(), to: cart)
      await script.showOffline(cart)
      script.tell("The app is killed")
    }
    try await script.pass(.seconds(60))
    try await script.launchOffline(2, waiting: .seconds(60))
    script.tell("The server received \(script.sandbox.takeChanges().count) changes")
  }

  static let answerLost = Scenario(
    "answer-lost", "The response to a change is lost: the change is sent again and applied once."
  ) { (script: Script, cart: any ShoppingCart) in
    try await script.losingTwoResponses(of: script.sandbox, applied: "one") {
      await script.add(1, Catalog.pepperoni(), to: cart)
    } showBackoff: { wait in
      await script.show(cart) { $0.pending.contains { $0.reason == .backoff(wait) } }
    } showSettled: {
      await script.showSettled(cart)
    }
  }

  static let conflict = Scenario(
    "conflict", "Two devices add the same item: both additions count."
  ) { (script: Script, cart: any ShoppingCart) in
    await script.addAndGoOffline(Catalog.cola(), in: cart)
    await script.add(2, Catalog.cola(), to: cart)
    script.tell("Another device adds 3 × Cola: the server has 4")
    try script.sandbox.setElsewhere(4, of: Catalog.cola(), in: cart.state.id)
    await script.showOffline(cart)
    try await script.pass(.seconds(30))
    await script.goOnline(cart)
  }

  static let fullDisk = Scenario(
    "full-disk", "The cart works on a full disk, and shows that a crash would lose the change."
  ) { (script: Script) in
    try await script.launch { cart in
      script.goOffline()
      await script.add(1, Catalog.cola(), to: cart)
      try script.fillDisk()
      await script.add(1, Catalog.margherita(), to: cart)
      await script.showOffline(cart)
      try await script.pass(.seconds(10))
      try await script.freeDisk()
      script.tell("The app is killed")
    }
    try await script.launchOffline(2)
  }
}
