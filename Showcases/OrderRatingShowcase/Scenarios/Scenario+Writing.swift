import Commerce
import Foundation
import OrderRating
import Sandbox
import ShowcaseKit

extension Scenario {
  static let promptAndRate = Scenario(
    "prompt-and-rate", "The app asks once about the newest order, and sends its review."
  ) { (script: Script) in
    try await script.launch { reviews in
      await script.prompt(reviews)
      await script.stars(reviews, 5, of: SampleOrders.coffee)
      await script.tag(reviews, "tasty", of: SampleOrders.coffee)
      await script.comment(reviews, "The best in town", of: SampleOrders.coffee)
      await script.show(reviews)
      await script.submitAndSettle(reviews, SampleOrders.coffee)
      await script.prompt(reviews)
    }
    for _ in 0..<2 {
      try await script.launch { reviews in await script.prompt(reviews) }
    }
  }

  static let tagsFollowStars = Scenario(
    "tags-follow-stars",
    "The number of stars decides which tags are offered; other tags are removed."
  ) { (script: Script, reviews: any OrderReviews) in
    await script.open(reviews)
    await script.show(reviews)
    await script.stars(reviews, 2)
    await script.tag(reviews, "cold")
    await script.show(reviews)
    await script.stars(reviews, 3)
    await script.show(reviews)
    await script.stars(reviews, 5)
    await script.show(reviews)
    await script.tag(reviews, "cold")
    await script.stars(reviews, 9)
    await script.stars(reviews, 5, "restaurant")
  }

  static let draftKillRestart = Scenario(
    "draft-kill-restart", "A draft and its photo survive a kill, also offline."
  ) { (script: Script) in
    try await script.launch { reviews in
      await script.open(reviews, stars: 3)
      await script.tag(reviews, "burnt")
      await script.comment(reviews, "Half a sente")
      await script.attach(reviews)
      script.tell("The app is killed")
    }
    script.goOffline()
    try await script.launch { reviews in
      await script.open(reviews)
      await script.show(reviews)
      await script.comment(reviews, "Half a sentence")
      script.goOnline()
      await script.submitAndSettle(reviews)
      try await script.showFiles(0)
    }
  }

  static let skipRemembered = Scenario(
    "skip-remembered", "A skipped order is not asked about again, and can still be opened."
  ) { (script: Script) in
    try await script.launch { reviews in
      await script.prompt(reviews)
      await script.attempt("Skip the order") { try await reviews.skip(SampleOrders.coffee.id) }
      script.tell("The app is killed")
    }
    try await script.launch { reviews in
      await script.prompt(reviews)
      await script.open(reviews, SampleOrders.coffee)
      await script.stars(reviews, 4, of: SampleOrders.coffee)
      await script.submitAndSettle(reviews, SampleOrders.coffee)
    }
  }

  static let badPhoto = Scenario(
    "bad-photo",
    "An invalid photo is rejected at once; a photo that the server rejects is reported."
  ) { (script: Script, reviews: any OrderReviews) in
    await script.open(reviews, stars: 4)
    await script.attach(reviews, "an empty file", .init())
    await script.attach(reviews, "a photo of 50 MB", SampleOrders.photo(50 << 20))
    await script.attach(reviews, "a text file", .init("<svg/>".utf8))
    for _ in 0..<4 { await script.attach(reviews) }
    let long = String(repeating: "long ", count: 60)
    await script.comment(reviews, long)
    await script.submit(reviews)
    await script.comment(reviews, "\u{1B}[2J")
    await script.submit(reviews)
    await script.comment(reviews, "Short")
    script.tell("The server rejects photos")
    script.sandbox.change { $0.refusesPhotos = "faces are not allowed" }
    await script.submitAndSettle(reviews)
    try await script.showFiles(3)
    await script.dismissNotices(reviews)
    try await script.showFiles(0)
  }

  static let badForm = Scenario(
    "bad-form", "An invalid form is reported; a form with an unknown kind of row is shown."
  ) { (script: Script, reviews: any OrderReviews) in
    script.tell("The server sends a form with a scale of 0 stars")
    script.sandbox.change { $0.rules.scale = 0 }
    await script.open(reviews)
    script.tell("The server sends a form with a new kind of row")
    script.sandbox.change { model in
      model.rules = FormRules()
      model.rules.subjects.append(.init("drone", kind: "flying", "Drone", required: false))
    }
    await script.open(reviews)
    await script.stars(reviews, 5, "drone")
    await script.stars(reviews, 5)
    await script.submitAndSettle(reviews)
    await script.open(reviews, SampleOrders.order("9999", .delivery, ["Somebody else's"]))
  }
}
