import Foundation
import OrderRating
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let offlinePhoto = Scenario(
    "offline-photo", "Photos are sent before their review, and are then removed from the device."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      await script.open(reviews, SampleOrders.lunch)
      await script.open(reviews, SampleOrders.coffee)
      script.goOffline()
      await script.stars(reviews, 2, "food", of: SampleOrders.lunch)
      for _ in 0..<2 { await script.attach(reviews, to: SampleOrders.lunch) }
      await script.submit(reviews, SampleOrders.lunch)
      await script.show(reviews) { $0.pending.first?.photosLeft.count == 2 }
      try await script.showFiles(2)
      script.tell("The app is killed")
    }
    try await script.launch { reviews in
      await script.show(reviews) { $0.pending.count == 1 }
      script.goOnline()
      await script.showSettled(reviews)
      try await script.showFiles(0)
    }
  }

  static let answerLost = Scenario(
    "answer-lost", "The response to a review is lost: the review is sent again and counts once."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      await script.open(reviews, SampleOrders.lunch)
      await script.stars(reviews, 4, "food", of: SampleOrders.lunch)
      script.tell("The next two responses will be lost")
      script.sandbox.spoil(.answerLost, .answerLost)
      await script.submit(reviews, SampleOrders.lunch)
      await script.show(reviews) { $0.pending.first?.reason == .backoff(.seconds(1)) }
      await script.attempt("Withdraw the review") { () async throws(ReviewError) in
        try await reviews.withdraw(SampleOrders.lunch.id)
      }
      try await script.pass(.seconds(1))
      script.tell("The second attempt")
      await script.show(reviews) { $0.pending.first?.reason == .backoff(.seconds(2)) }
      try await script.pass(.seconds(2))
      script.tell("The third attempt")
      await script.showSettled(reviews)
      script.tell("The server has \(script.sandbox.model.reviews.count) review")
    }
  }

  static let twoDevices = Scenario(
    "two-devices", "Two devices rate one order: the first review counts, the other one is returned."
  ) { stage in
    let phone = Script(stage, device: "phone")
    let tablet = Script(stage, sandbox: phone.sandbox, device: "tablet")
    phone.tell("On the phone:")
    try await phone.launch { reviews in
      await phone.open(reviews, SampleOrders.lunch)
      phone.goOffline()
      await phone.stars(reviews, 1, "food", of: SampleOrders.lunch)
      await phone.comment(reviews, "From the phone", of: SampleOrders.lunch)
      await phone.submit(reviews, SampleOrders.lunch)
      await phone.show(reviews) { $0.pending.first?.reason == .gateClosed([.offline]) }

      tablet.tell("On the tablet:")
      try await tablet.launch { reviews in
        await tablet.open(reviews, SampleOrders.lunch)
        await tablet.stars(reviews, 5, "food", of: SampleOrders.lunch)
        await tablet.submit(reviews, SampleOrders.lunch)
        await tablet.showSettled(reviews)
      }

      phone.tell("On the phone:")
      phone.goOnline()
      await phone.showSettled(reviews)
      await phone.prompt(reviews)
    }
  }

  static let windowExpired = Scenario(
    "window-expired", "A review that comes too late is returned with its content."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      await script.open(reviews, SampleOrders.lunch)
      await script.stars(reviews, 2, "food", of: SampleOrders.lunch)
      await script.comment(reviews, "Written in time", of: SampleOrders.lunch)
      await script.attach(reviews, to: SampleOrders.lunch)
      script.goOffline()
      await script.submit(reviews, SampleOrders.lunch)
      script.tell("The app is killed, and eight days pass")
    }
    script.sandbox.change { $0.now += 8 * 86_400 }
    try await script.pass(.seconds(8 * 86_400))
    try await script.launch { reviews in
      await script.show(reviews) { $0.pending.count == 1 }
      script.goOnline()
      await script.showSettled(reviews)
      script.tell("The app is killed")
    }
    try await script.launch { reviews in
      await script.show(reviews) { !$0.notices.isEmpty }
      for notice in reviews.state.notices {
        await script.attempt("Dismiss the message") { () async throws(ReviewError) in
          try await reviews.dismiss(notice.id)
          return nil
        }
      }
      await script.open(reviews, SampleOrders.lunch)
      await script.prompt(reviews)
    }
  }

  static let clockChanged = Scenario(
    "clock-changed", "A wrong clock neither repeats a question nor discards a review."
  ) { stage in
    let script = Script(stage)
    let order = SampleOrders.lunch
    // The app takes the time of the order from a clock that the user sets.
    let seen = { (date: Date) in
      RatableOrder(order.id, order.fulfillment, lines: order.lines, finishedAt: date)
    }
    try await script.launch { reviews in
      script.tell("By the clock of the device, the order was finished in 1970")
      await script.prompt(reviews, [seen(Date(timeIntervalSince1970: 0))])
      await script.stars(reviews, 4, "food", of: order)
    }
    try await script.launch { reviews in
      script.tell("By the clock of the device, the order was finished in 4001")
      await script.prompt(reviews, [seen(.distantFuture)])
      script.tell("Eight days pass on the device")
      try await script.pass(.seconds(8 * 86_400))
      await script.prompt(reviews, [seen(.distantFuture)])
    }
    try await script.launch { reviews in
      script.tell("At the server it is still the same day")
      await script.submit(reviews, order)
      await script.showSettled(reviews)
      await script.prompt(reviews, [seen(.distantPast)])
    }
  }

  static let fullDisk = Scenario(
    "full-disk", "The review works on a full disk, and shows that its photo is not stored."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      await script.open(reviews, SampleOrders.lunch)
      await script.stars(reviews, 5, "food", of: SampleOrders.lunch)
      try script.fillDisk()
      await script.prompt(reviews)
      script.goOffline()
      await script.attach(reviews, to: SampleOrders.lunch)
      await script.show(reviews) { !$0.photosWithoutRoom.isEmpty }
      await script.submit(reviews, SampleOrders.lunch)
      await script.show(reviews) { $0.pending.first?.photosLeft.count == 1 }
      try await script.freeDisk()
      await script.attempt("Skip the other order") { () async throws(ReviewError) in
        try await reviews.skip(SampleOrders.coffee.id)
      }
      try await script.showFiles(1)
      await script.show(reviews) { $0.photosWithoutRoom.isEmpty }
      script.tell("The app is killed")
    }
    try await script.launch { reviews in
      await script.show(reviews) { $0.pending.count == 1 }
      script.goOnline()
      await script.showSettled(reviews)
      try await script.showFiles(0)
    }
  }
}
