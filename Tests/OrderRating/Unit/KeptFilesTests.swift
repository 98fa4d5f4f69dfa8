import Commerce
import Foundation
import Storage
import StorageTestSupport
import Testing

@testable import OrderRating

struct KeptFilesTests {
  private static let ratings = ReleaseHistory("order-ratings", class: .userState)
    .release(elements: StoredSchema(StoredRating.self)) { element, write in
      StoredRating(
        id: "order-\(element)", standing: StoredRating.Standing.allCases[write % 5],
        draft: sampleDraft(element, write),
        photoNotices: [.photoRefused(ReviewPhoto(id: "n\(write)", size: 1, slot: 2), "no")])
    } facts: { rating in
      [
        "standing": rating.standing.rawValue, "comment": rating.draft?.comment ?? "",
        "marks": rating.draft?.ratings.map { "\($0) \($1.stars)" }.sorted().joined() ?? "",
        "photos": "\(rating.draft?.photos.map(\.id) ?? [])",
        "notices": "\(rating.photoNotices)",
      ]
    }

  private static let photo = ReleaseHistory("review-photo-1", class: .userState)
    .release(StoredSchema(StoredPhoto.self)) {
      StoredPhoto(id: "photo \($0)", jpeg: Data([0xFF, 0xD8, 0xFF, UInt8($0 % 256)]))
    } facts: {
      ["id": $0.id, "jpeg": "\($0.jpeg.map(\.self))"]
    }

  @Test(arguments: MigrationContract.rules(for: .userState))
  func `Every rule holds for drafts and answers`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.ratings)
  }

  @Test(arguments: MigrationContract.rules(for: .userState))
  func `Every rule holds for photos`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.photo)
  }

  @Test func `A queued review of the first release is read by every later one`() throws {
    let draft = Self.sampleDraft(1, 2)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (name, change) in [
      ("queued-photo.v1.json", ReviewChange.photo(draft.photos[0], of: "order-1")),
      ("queued-review.v1.json", .review(draft)),
    ] {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "GoldenFiles/\(name)")
      if !FileManager.default.fileExists(atPath: file.path) {
        try encoder.encode(change).write(to: file)
        Issue.record("there was no \(name); it has been written: commit it")
      }
      let kept = try Data(contentsOf: file)
      #expect(try JSONDecoder().decode(ReviewChange.self, from: kept) == change)
      #expect(try encoder.encode(change) == kept, "\(name)")
    }
  }

  private static func sampleDraft(_ element: Int, _ write: Int) -> ReviewDraft {
    let order = RatableOrder(
      "order-\(element)", .pickup, lines: [.init("l", name: "Line")],
      finishedAt: Date(timeIntervalSince1970: 1_700_000_000))
    let form = RatingForm(
      order: order, scale: 5,
      subjects: [
        RatingSubject(
          id: "food", kind: .food, title: "Food", isRequired: true,
          tags: [RatingTag(id: "cold", title: "Cold", stars: 1...3)]),
        RatingSubject(id: "line:l", kind: .line, title: "Line", isRequired: false, tags: []),
      ], commentLimit: 200, photoLimit: 3, closesAt: Date(timeIntervalSince1970: 1_700_086_400))
    var draft = ReviewDraft(form, reviewID: "review-\(element)")
    do throws(ReviewError) {
      try draft.setStars(1 + write % 3, of: "food")
      try draft.setTag("cold", isChosen: true, of: "food")
      try draft.setStars(5, of: "line:l")
    } catch {
      preconditionFailure("\(error)")
    }
    draft.comment = "comment \(write)"
    draft.photos = [ReviewPhoto(id: "p\(write)", size: 64, slot: 3)]
    draft.edition = write % 2
    return draft
  }
}
