import Foundation
import OrderRating
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let offlinePhoto = Scenario(
    "offline-photo", "Photos wait with their review, arrive before it, and then leave the device."
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
    "answer-lost", "The server has a review and the answer is lost: it counts once."
  ) { stage in
    let script = Script(stage)
    try await script.launch { reviews in
      await script.open(reviews, SampleOrders.lunch)
      await script.stars(reviews, 4, "food", of: SampleOrders.lunch)
      script.tell("The next two answers will be lost")
      script.sandbox.spoil(.answerLost, .answerLost)
      await script.submit(reviews, SampleOrders.lunch)
      await script.show(reviews) { $0.pending.first?.reason == .backoff(.seconds(1)) }
      await script.attempt("Take it back") { () async throws(ReviewError) in
        try await reviews.withdraw(SampleOrders.lunch.id)
      }
      try await script.pass(.seconds(1))
      script.tell("It is tried again")
      await script.show(reviews) { $0.pending.first?.reason == .backoff(.seconds(2)) }
      try await script.pass(.seconds(2))
      script.tell("And again")
      await script.showSettled(reviews)
      script.tell("The server has \(script.sandbox.model.reviews.count) review")
    }
  }

  static let twoDevices = Scenario(
    "two-devices", "Two devices rate one order: one counts, the other gives back what was written."
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
    "window-expired", "A review that comes too late leaves the queue, with all that was written."
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
        await script.attempt("Dismiss the notice") { () async throws(ReviewError) in
          try await reviews.dismiss(notice.id)
          return nil
        }
      }
      await script.open(reviews, SampleOrders.lunch)
      await script.prompt(reviews)
    }
  }

  static let clockChanged = Scenario(
    "clock-changed", "Whatever the device's clock says, nothing is asked twice or given up."
  ) { stage in
    let script = Script(stage)
    let order = SampleOrders.lunch
    // The app takes the time of the order from a clock that the user sets.
    let seen = { (date: Date) in
      RatableOrder(order.id, order.fulfillment, lines: order.lines, finishedAt: date)
    }
    try await script.launch { reviews in
      script.tell("The device believes that the order was finished in 1970")
      await script.prompt(reviews, [seen(Date(timeIntervalSince1970: 0))])
      await script.stars(reviews, 4, "food", of: order)
    }
    try await script.launch { reviews in
      script.tell("Now it believes in the year 4001")
      await script.prompt(reviews, [seen(.distantFuture)])
      script.tell("It sleeps for eight days")
      try await script.pass(.seconds(8 * 86_400))
      await script.prompt(reviews, [seen(.distantFuture)])
    }
    try await script.launch { reviews in
      script.tell("For the server it is still the same day, and that is what counts")
      await script.submit(reviews, order)
      await script.showSettled(reviews)
      await script.prompt(reviews, [seen(.distantPast)])
    }
  }

  static let fullDisk = Scenario(
    "full-disk", "Without room on the disk the review goes on, and says that its photo waits."
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
      script.tell("There is room again: the app writes what waits, and looks once more")
      try script.device.freeDisk()
      try await script.device.flush()
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
