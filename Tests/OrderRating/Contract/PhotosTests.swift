import Foundation
import Networking
import NetworkingTestSupport
import OrderRating
import OrderRatingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct PhotosTests {
  private let device = ReviewDevice()

  @Test func `The bytes of a photo are never those of another one`() async throws {
    try await device.session(rating: .first) { reviews in
      for size in 100...101 { try await reviews.attach(.jpeg(size), to: "order-1") }
      let photos = reviews.state.drafts[0].photos
      #expect(photos.map(\.size) == [104, 105])
      for (photo, size) in zip(photos, 100...101) {
        #expect(try await reviews.bytes(of: photo) == .jpeg(size))
      }
      try await reviews.remove(photos[0].id, from: "order-1")
      await #expect(throws: ReviewError.unknownPhoto(photos[0].id)) {
        try await reviews.remove(photos[0].id, from: "order-1")
      }
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

  @Test func `A review goes without a photo that the server refuses`() async throws {
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
      try await until { try device.photoFiles.isEmpty }
    }
  }

  @Test func `No bytes, too many and what is no JPEG are no photos`() async throws {
    try await device.session(rating: .first) { reviews in
      let before = try await reviews.draft(for: .first)
      let bad: [(Data, PhotoProblem)] = [
        (Data(), .empty),
        (.jpeg(ReviewLimits.photoSize - 3), .tooLarge(limit: ReviewLimits.photoSize)),
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
      #expect(try device.photoFiles.count == 1)
    }
  }

  @Test func `There are no more photos than the form takes and are kept`() async throws {
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
      #expect(try device.photoFiles.count == 16)
      try await reviews.skip("order-2")
      for _ in 0..<2 { try await reviews.attach(.jpeg(), to: "order-1") }
      await #expect(throws: ReviewError.tooManyPhotos(limit: 10)) {
        try await reviews.attach(.jpeg(), to: "order-1")
      }
    }
  }

  /// Tests a quarter of the hostile answers per case, because each of them costs an attempt.
  @Test(arguments: 0..<4)
  func `A photo is lost only by the word of the service`(part: Int) async throws {
    let answers = HostileAnswer.all.enumerated().filter { $0.offset % 4 == part }.map(\.element)
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(), to: "order-1")
      device.server.spoil(.answerLost { _ in device.gate.close(for: .offline) })
      try await reviews.submit("order-1")
      // No state shows either of the two conditions.
      try await until { !device.server.model.photos.isEmpty && !device.gate.isOpen }
    }
    try device.losePhotos()
    device.server.intercept(answers) { $0.method == .get }
    device.gate.open(for: .offline)
    try await device.session { reviews in
      let state = await reviews.when { state in
        state.pending.isEmpty && device.server.model.reviews.count == 1 || !state.notices.isEmpty
          || !device.gate.isOpen
      }
      #expect(state.notices.isEmpty && device.gate.isOpen)
    }
    #expect(device.server.queuedFaults == 0)
    #expect(device.server.model.reviews["order-1"]?.photos.count == 1)
  }

  @Test func `A review goes without a photo that was lost, and the user is told`() async throws {
    var photo: ReviewPhoto?
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(), to: "order-1")
      photo = reviews.state.drafts.first?.photos.first
      device.gate.close(for: .offline)
      try await reviews.submit("order-1")
    }
    try device.losePhotos()
    device.gate.open(for: .offline)
    let lost = try #require(photo)
    try await device.session { reviews in
      let state = await reviews.when { !$0.notices.isEmpty && $0.pending.isEmpty }
      #expect(state.notices.map(\.cause) == [.photoLost(lost)])
      #expect(device.server.model.reviews["order-1"]?.photos == [])
      await #expect(throws: ReviewError.unknownPhoto(lost.id)) { try await reviews.bytes(of: lost) }
    }
  }

  @Test func `Leftovers of a crash are removed, and referenced photos are not`() async throws {
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(), to: "order-1")
    }
    let file = try #require(try device.photoFiles.first)
    let orphan = file.replacing("photo-1", with: "photo-9")
    try FileManager.default.copyItem(
      at: device.directory.appending(path: file), to: device.directory.appending(path: orphan))
    #expect(try device.photoFiles.count == 2)
    try await device.session { reviews in
      try await until { try device.photoFiles.count == 1 }
      #expect(try await reviews.draft(for: .first).photos.count == 1)
    }
    #expect(try device.photoFiles == [file])
  }

  @Test func `The temporary file of a photo whose write was killed is removed`() async throws {
    try await device.session { try await $0.rate(.first) }
    let unfinished = ".review-photo-7.v1.store.tmp"
    try Data("part".utf8).write(to: device.directory.appending(path: unfinished))
    // A call that stores something also clears the slots that nothing needs.
    try await device.session { try await $0.attach(.jpeg(), to: "order-1") }
    #expect(try device.photoFiles.count == 1)
    #expect(try !device.photoFiles.contains(unfinished))
  }
}

extension ReviewDevice {
  /// Removes the files of all photos, as a lost disk does.
  fileprivate func losePhotos() throws {
    for file in try photoFiles {
      try FileManager.default.removeItem(at: directory.appending(path: file))
    }
  }
}

/// Waits for what no state shows, such as a file that is deleted after the server's answer is stored.
private func until(_ isSo: () throws -> Bool) async throws {
  while try !isSo() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
