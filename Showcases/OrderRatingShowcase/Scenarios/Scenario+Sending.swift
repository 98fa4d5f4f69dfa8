import Foundation
import OrderRating
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let offlinePhoto = Scenario(
    "offline-photo", "Photos are sent before their review, and are then removed from the device."
  ) { (script: Script) in
    try await script.launch { reviews in
      await script.open(reviews)
      await script.open(reviews, SampleOrders.coffee)
      script.goOffline()
      await script.stars(reviews, 2)
      for _ in 0..<2 { await script.attach(reviews) }
      await script.submit(reviews)
      await script.show(reviews) { $0.pending.first?.photosLeft.count == 2 }
      try await script.showFiles(2)
      script.tell("The app is killed")
    }
    try await script.launchOffline(files: 0)
  }

  static let answerLost = Scenario(
    "answer-lost", "The response to a review is lost: the review is sent again and counts once."
  ) { (script: Script, reviews: any OrderReviews) in
    await script.open(reviews, stars: 4)
    try await script.losingTwoResponses(of: script.sandbox) {
      await script.submit(reviews)
    } showBackoff: { wait in
      await script.show(reviews) { $0.pending.first?.reason == .backoff(wait) }
      guard wait == .seconds(1) else { return }
      await script.attempt("Withdraw the review") {
        try await reviews.withdraw(SampleOrders.lunch.id)
      }
    } showSettled: {
      await script.showSettled(reviews)
    }
    script.tell("The server has \(script.sandbox.model.reviews.count) review")
  }

  static let twoDevices = Scenario(
    "two-devices", "Two devices rate one order: the first review counts, the other one is returned."
  ) { stage in
    let phone = Script(stage, sandbox: nil, device: "phone")
    let tablet = Script(stage, sandbox: phone.sandbox, device: "tablet")
    phone.tell("On the phone:")
    try await phone.launch { reviews in
      await phone.open(reviews)
      phone.goOffline()
      await phone.stars(reviews, 1)
      await phone.comment(reviews, "From the phone")
      await phone.submit(reviews)
      await phone.show(reviews) { $0.pending.first?.reason == .gateClosed([.offline]) }

      tablet.tell("On the tablet:")
      try await tablet.launch { reviews in
        await tablet.open(reviews, stars: 5)
        await tablet.submitAndSettle(reviews)
      }

      phone.tell("On the phone:")
      phone.goOnline()
      await phone.showSettled(reviews)
      await phone.prompt(reviews)
    }
  }

  static let windowExpired = Scenario(
    "window-expired", "A review that comes too late is returned with its content."
  ) { (script: Script) in
    try await script.launch { reviews in
      await script.open(reviews, stars: 2)
      await script.comment(reviews, "Written in time")
      await script.attach(reviews)
      script.goOffline()
      await script.submit(reviews)
      script.tell("The app is killed, and eight days pass")
    }
    script.sandbox.change { $0.now += 8 * 86_400 }
    try await script.pass(.seconds(8 * 86_400))
    try await script.launchOffline()
    script.tell("The app is killed")
    try await script.launch { reviews in
      await script.show(reviews) { !$0.notices.isEmpty }
      await script.dismissNotices(reviews)
      await script.open(reviews)
      await script.prompt(reviews)
    }
  }

  static let clockChanged = Scenario(
    "clock-changed", "A wrong clock neither repeats a question nor discards a review."
  ) { (script: Script) in
    let order = SampleOrders.lunch
    // The app takes the time at which an order was finished from the device's clock. This clock can be
    // wrong. The closure returns the order with `date`, the time of a wrong clock.
    let seen = { (date: Date) in
      RatableOrder(order.id, order.fulfillment, lines: order.lines, finishedAt: date)
    }
    try await script.launch { reviews in
      script.tell("By the clock of the device, the order was finished in 1970")
      await script.prompt(reviews, [seen(Date(timeIntervalSince1970: 0))])
      await script.stars(reviews, 4, of: order)
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
      await script.submitAndSettle(reviews, order)
      await script.prompt(reviews, [seen(.distantPast)])
    }
  }

  static let fullDisk = Scenario(
    "full-disk", "The review works on a full disk, and shows that its photo is not stored."
  ) { (script: Script) in
    try await script.launch { reviews in
      await script.open(reviews, stars: 5)
      try script.fillDisk()
      await script.prompt(reviews)
      script.goOffline()
      await script.attach(reviews)
      await script.show(reviews) { !$0.photosWithoutRoom.isEmpty }
      await script.submit(reviews)
      await script.show(reviews) { $0.pending.first?.photosLeft.count == 1 }
      try await script.freeDisk()
      await script.attempt("Skip the other order") {
        try await reviews.skip(SampleOrders.coffee.id)
      }
      try await script.showFiles(1)
      await script.show(reviews) { $0.photosWithoutRoom.isEmpty }
      script.tell("The app is killed")
    }
    try await script.launchOffline(files: 0)
  }
}
