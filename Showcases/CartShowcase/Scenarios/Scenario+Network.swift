import Cart
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let offlineAddKillRestart = Scenario(
    "offline-add-kill-restart", "Items that were added offline survive a kill and are sent once."
  ) { stage in
    let script = Script(stage)
    script.goOffline()
    try await script.launch { cart in
      await script.add(2, Catalog.margherita(), to: cart)
      await script.add(1, Catalog.special(), to: cart)
      await script.show(cart) { $0.pending.allSatisfy { $0.reason == .gateClosed([.offline]) } }
      script.tell("The app is killed")
    }
    try await script.pass(.seconds(60))
    try await script.launch { cart in
      await script.show(cart) { $0.pending.count == 2 && $0.sync.fetch == .closed([.offline]) }
      try await script.pass(.seconds(60))
      script.goOnline()
      await script.showSettled(cart)
      script.tell("The server received \(script.sandbox.takeChanges().count) changes")
    }
  }

  static let answerLost = Scenario(
    "answer-lost", "The response to a change is lost: the change is sent again and applied once."
  ) { stage in
    let script = Script(stage)
    try await script.launch { cart in
      script.tell("The next two responses will be lost")
      script.sandbox.spoil(.answerLost, .answerLost)
      await script.add(1, Catalog.pepperoni(), to: cart)
      await script.show(cart) { $0.pending.contains { $0.reason == .backoff(.seconds(1)) } }
      try await script.pass(.seconds(1))
      script.tell("The second attempt")
      await script.show(cart) { $0.pending.contains { $0.reason == .backoff(.seconds(2)) } }
      try await script.pass(.seconds(2))
      script.tell("The third attempt")
      await script.showSettled(cart)
      script.tell(
        "The server received \(script.sandbox.takeChanges().count) requests and applied one")
    }
  }

  static let conflict = Scenario(
    "conflict", "Two devices add the same item: both additions count."
  ) { stage in
    let script = Script(stage)
    try await script.launch { cart in
      await script.add(1, Catalog.cola(), to: cart)
      await script.showSettled(cart)
      script.goOffline()
      await script.add(2, Catalog.cola(), to: cart)
      script.tell("Another device adds 3 × Cola: the server has 4")
      try script.sandbox.setElsewhere(4, of: Catalog.cola(), in: cart.state.id)
      await script.show(cart) { $0.pending.allSatisfy { $0.reason == .gateClosed([.offline]) } }
      try await script.pass(.seconds(30))
      script.goOnline()
      await script.showSettled(cart)
    }
  }

  static let fullDisk = Scenario(
    "full-disk", "The cart works on a full disk, and shows that a crash would lose the change."
  ) { stage in
    let script = Script(stage)
    try await script.launch { cart in
      await script.add(1, Catalog.cola(), to: cart)
      await script.showSettled(cart)
      script.goOffline()
      try script.fillDisk()
      await script.add(1, Catalog.margherita(), to: cart)
      await script.show(cart) { $0.pending.allSatisfy { $0.reason == .gateClosed([.offline]) } }
      try await script.pass(.seconds(10))
      try await script.freeDisk()
      script.tell("The app is killed")
    }
    try await script.launch { cart in
      await script.show(cart) { $0.pending.count == 1 && $0.sync.fetch == .closed([.offline]) }
      script.goOnline()
      await script.showSettled(cart)
    }
  }
}
