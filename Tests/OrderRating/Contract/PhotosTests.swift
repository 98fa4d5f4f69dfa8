import Foundation
import NetworkingTestSupport
import OrderRating
import OrderRatingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct PhotosTests {
  @Test
  func `Photos are at the server before their review, and leave the device after that`()
    async throws
  {
    let device = ReviewDevice()
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(100, 1), to: "order-1")
      try await reviews.attach(.jpeg(100, 2), to: "order-1")
      try await reviews.rate(.second)
      device.gate.close(for: .offline)
      try await reviews.submit("order-1")
      try await reviews.submit("order-2")
      #expect(try device.photoCount == 2)
      let photos = try #require(await reviews.when { $0.pending.count == 2 }.pending.first)
        .photosLeft
      #expect(photos.count == 2)
      device.server.spoil(.lost, .answerLost, .status(503))
      device.gate.open(for: .offline)
      await reviews.settled()

      let arrivals = device.server.model.arrivals
      let place = Dictionary(uniqueKeysWithValues: arrivals.enumerated().map { ($1, $0) })
      let review = try #require(place["order-1"])
      for photo in photos { #expect(try #require(place[photo.id]) < review) }
      #expect(arrivals.count == 4)
      #expect(device.server.model.reviews["order-1"]?.photos == photos.map(\.id))
      try await reviews.filesGone(device)
    }
  }

  @Test
  func `A photo that was taken out of a draft is not sent, and its file goes`() async throws {
    let device = ReviewDevice()
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(100, 1), to: "order-1")
      try await reviews.attach(.jpeg(100, 2), to: "order-1")
      let photos = reviews.state.drafts[0].photos
      try await reviews.remove(photos[0].id, from: "order-1")
      await #expect(throws: ReviewError.unknownPhoto(photos[0].id)) {
        try await reviews.remove(photos[0].id, from: "order-1")
      }
      try await reviews.submit("order-1")
      await reviews.settled()
      #expect(device.server.model.photos == [photos[1].id: .jpeg(100, 2)])
      try await reviews.filesGone(device)
    }
  }

  @Test(arguments: Backing.allCases)
  func `The bytes of a photo are never those of another one`(_ backing: Backing) async throws {
    let device = ReviewDevice(backing)
    try await device.session(rating: .first) { reviews in
      for size in 100...101 { try await reviews.attach(.jpeg(size), to: "order-1") }
      let photos = reviews.state.drafts[0].photos
      #expect(photos.map(\.size) == [104, 105])
      for (photo, size) in zip(photos, 100...101) {
        #expect(try await reviews.bytes(of: photo) == .jpeg(size))
      }
      try await reviews.remove(photos[0].id, from: "order-1")
      try await reviews.attach(.jpeg(102), to: "order-1")
      await #expect(throws: ReviewError.unknownPhoto(photos[0].id)) {
        try await reviews.bytes(of: photos[0])
      }
      let left = reviews.state.drafts[0].photos
      #expect(left.map(\.size) == [105, 106] && left[0] == photos[1])
      for (photo, size) in zip(left, 101...102) {
        #expect(try await reviews.bytes(of: photo) == .jpeg(size))
      }
    }
  }

  @Test
  func `Photos that wait are there after a restart and are sent once`() async throws {
    let device = ReviewDevice()
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(), to: "order-1")
      device.gate.close(for: .offline)
      try await reviews.submit("order-1")
    }
    #expect(try device.photoCount == 1)
    device.gate.open(for: .offline)
    try await device.session { reviews in
      await reviews.when { _ in device.server.model.reviews["order-1"] != nil }
      await reviews.settled()
      try await reviews.filesGone(device)
    }
    #expect(device.server.model.photos.count == 1)
    #expect(device.server.model.reviews["order-1"]?.photos.count == 1)
  }

  @Test
  func `A review goes without a photo that the server refuses, and the user is told`() async throws
  {
    let device = ReviewDevice()
    device.server.change { $0.refusesPhotos = "Not a dish" }
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(), to: "order-1")
      let photo = reviews.state.drafts[0].photos[0]
      try await reviews.submit("order-1")
      let state = await reviews.when { $0.pending.isEmpty && !$0.notices.isEmpty }
      #expect(state.notices.map(\.cause) == [.photoRefused(photo, "Not a dish")])
      #expect(device.server.model.reviews["order-1"]?.photos == [])
      #expect(try await reviews.bytes(of: photo) == .jpeg())
    }
    try await device.session { reviews in
      let notice = try #require(await reviews.when { !$0.notices.isEmpty }.notices.first)
      try await reviews.dismiss(notice.id)
      #expect(reviews.state.isEmpty)
      try await reviews.filesGone(device)
    }
  }

  @Test
  func `No bytes, 50 MB and what is no JPEG are no photos, and say what to do`() async throws {
    let device = ReviewDevice()
    try await device.session(rating: .first) { reviews in
      let before = try await reviews.draft(for: .first)
      let bad: [(Data, PhotoProblem)] = [
        (Data(), .empty), (.jpeg(50 << 20), .tooLarge(limit: ReviewLimits.photoSize)),
        (Data("GIF89a…".utf8), .notJPEG), (Data([0xFF, 0xD8]), .notJPEG),
      ]
      for (bytes, problem) in bad {
        await #expect(throws: ReviewError.badPhoto(problem)) {
          try await reviews.attach(bytes, to: "order-1")
        }
      }
      #expect(try await reviews.draft(for: .first) == before)
      try await reviews.attach(.jpeg(ReviewLimits.photoSize - 4), to: "order-1")
      await #expect(throws: ReviewError.noDraft("order-2")) {
        try await reviews.attach(.jpeg(), to: "order-2")
      }
      #expect(try device.photoCount == 1)
    }
  }

  @Test
  func `There are as many photos as the form takes, and no more than are kept at all`() async throws
  {
    let device = ReviewDevice()
    device.server.change { model in
      model.rules.photoLimit = 10
      model.rules.subjects.removeAll()
    }
    try await device.session { reviews in
      for order in [RatableOrder.first, .second] {
        _ = try await reviews.draft(for: order)
        for _ in 0..<8 { try await reviews.attach(.jpeg(), to: order.id) }
      }
      await #expect(throws: ReviewError.noPhotoRoom(limit: 16)) {
        try await reviews.attach(.jpeg(), to: "order-1")
      }
      #expect(try device.photoCount == 16)
      try await reviews.skip("order-2")
      for _ in 0..<2 { try await reviews.attach(.jpeg(), to: "order-1") }
      await #expect(throws: ReviewError.tooManyPhotos(limit: 10)) {
        try await reviews.attach(.jpeg(), to: "order-1")
      }
    }
  }
}

extension OrderReviews {
  /// Waits until no photo has a file; a file is deleted after the server's answer is stored.
  func filesGone(_ device: ReviewDevice) async throws {
    while try device.photoCount > 0 {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
