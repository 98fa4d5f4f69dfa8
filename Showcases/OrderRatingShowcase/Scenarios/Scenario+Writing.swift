import Foundation
import Networking
import OrderRating
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let promptAndRate = Scenario(
    "prompt-and-rate", "The app asks once about the newest order, and sends its review."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      await script.prompt(reviews)
      await script.stars(reviews, 5, "food", of: SampleOrders.coffee)
      await script.tag(reviews, "tasty", of: SampleOrders.coffee)
      await script.comment(reviews, "The best in town", of: SampleOrders.coffee)
      await script.show(reviews)
      await script.submit(reviews, SampleOrders.coffee)
      await script.showSettled(reviews)
      await script.prompt(reviews)
    }
    for _ in 0..<2 {
      try await script.launch { reviews in await script.prompt(reviews) }
    }
  }

  static let tagsFollowStars = Scenario(
    "tags-follow-stars",
    "The number of stars decides which tags are offered; other tags are removed."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      await script.open(reviews, SampleOrders.lunch)
      await script.show(reviews)
      await script.stars(reviews, 2, "food", of: SampleOrders.lunch)
      await script.tag(reviews, "cold", of: SampleOrders.lunch)
      await script.show(reviews)
      await script.stars(reviews, 3, "food", of: SampleOrders.lunch)
      await script.show(reviews)
      await script.stars(reviews, 5, "food", of: SampleOrders.lunch)
      await script.show(reviews)
      await script.tag(reviews, "cold", of: SampleOrders.lunch)
      await script.stars(reviews, 9, "food", of: SampleOrders.lunch)
      await script.stars(reviews, 5, "restaurant", of: SampleOrders.lunch)
    }
  }

  static let draftKillRestart = Scenario(
    "draft-kill-restart", "A draft and its photo survive a kill, also offline."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      await script.open(reviews, SampleOrders.lunch)
      await script.stars(reviews, 3, "food", of: SampleOrders.lunch)
      await script.tag(reviews, "burnt", of: SampleOrders.lunch)
      await script.comment(reviews, "Half a sente", of: SampleOrders.lunch)
      await script.attach(reviews, to: SampleOrders.lunch)
      script.tell("The app is killed")
    }
    script.goOffline()
    try await script.launch { reviews in
      await script.open(reviews, SampleOrders.lunch)
      await script.show(reviews)
      await script.comment(reviews, "Half a sentence", of: SampleOrders.lunch)
      script.goOnline()
      await script.submit(reviews, SampleOrders.lunch)
      await script.showSettled(reviews)
      try await script.showFiles(0)
    }
  }

  static let skipRemembered = Scenario(
    "skip-remembered", "A skipped order is not asked about again, and can still be opened."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      await script.prompt(reviews)
      await script.attempt("Skip the order") { () async throws(ReviewError) in
        try await reviews.skip(SampleOrders.coffee.id)
      }
      script.tell("The app is killed")
    }
    try await script.launch { reviews in
      await script.prompt(reviews)
      await script.open(reviews, SampleOrders.coffee)
      await script.stars(reviews, 4, "food", of: SampleOrders.coffee)
      await script.submit(reviews, SampleOrders.coffee)
      await script.showSettled(reviews)
    }
  }

  static let badPhoto = Scenario(
    "bad-photo",
    "An invalid photo is rejected at once; a photo that the server rejects is reported."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      await script.open(reviews, SampleOrders.lunch)
      await script.stars(reviews, 4, "food", of: SampleOrders.lunch)
      await script.attach(reviews, "an empty file", .init(), to: SampleOrders.lunch)
      await script.attach(
        reviews, "a photo of 50 MB", SampleOrders.photo(50 << 20), to: SampleOrders.lunch)
      await script.attach(reviews, "a text file", .init("<svg/>".utf8), to: SampleOrders.lunch)
      for _ in 0..<4 { await script.attach(reviews, to: SampleOrders.lunch) }
      let long = String(repeating: "long ", count: 60)
      await script.comment(reviews, long, of: SampleOrders.lunch)
      await script.submit(reviews, SampleOrders.lunch)
      await script.comment(reviews, "\u{1B}[2J", of: SampleOrders.lunch)
      await script.submit(reviews, SampleOrders.lunch)
      await script.comment(reviews, "Short", of: SampleOrders.lunch)
      script.tell("The server rejects photos")
      script.sandbox.change { $0.refusesPhotos = "faces are not allowed" }
      await script.submit(reviews, SampleOrders.lunch)
      await script.showSettled(reviews)
      try await script.showFiles(3)
      for notice in reviews.state.notices {
        await script.attempt("Dismiss the message") { () async throws(ReviewError) in
          try await reviews.dismiss(notice.id)
          return nil
        }
      }
      try await script.showFiles(0)
    }
  }

  static let badForm = Scenario(
    "bad-form", "An invalid form is reported; a form with an unknown kind of row is shown."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      script.tell("The server sends a form with a scale of 0 stars")
      script.sandbox.change { $0.rules.scale = 0 }
      await script.open(reviews, SampleOrders.lunch)
      script.tell("The server sends a form that has a tag twice")
      script.sandbox.change { model in
        model.rules = FormRules()
        model.rules.tags.append(model.rules.tags[0])
      }
      await script.open(reviews, SampleOrders.lunch)
      script.tell("The server sends a form with a new kind of row")
      script.sandbox.change { model in
        model.rules = FormRules()
        model.rules.subjects.append(
          .init("drone", kind: "flying", "Drone", required: false))
      }
      await script.open(reviews, SampleOrders.lunch)
      await script.stars(reviews, 5, "drone", of: SampleOrders.lunch)
      await script.stars(reviews, 5, "food", of: SampleOrders.lunch)
      await script.submit(reviews, SampleOrders.lunch)
      await script.showSettled(reviews)
      await script.open(reviews, SampleOrders.order("9999", .delivery, ["Somebody else's"]))
    }
  }
}
