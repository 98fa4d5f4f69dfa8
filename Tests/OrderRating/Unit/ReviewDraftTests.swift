import Foundation
import OrderRatingTestSupport
import SyncTestSupport
import Testing

@testable import OrderRating

struct ReviewDraftTests {
  static let form = RatingForm(
    order: .first, scale: 5,
    subjects: [
      RatingSubject(
        id: "a", kind: .food, title: "A", isRequired: true,
        tags: [
          RatingTag(id: "1", title: "", stars: 1...2), RatingTag(id: "2", title: "", stars: 2...4),
          RatingTag(id: "3", title: "", stars: 4...9),
        ]),
      RatingSubject(id: "b", kind: .line, title: "B", isRequired: false, tags: []),
    ], commentLimit: 10, photoLimit: 1, closesAt: .distantFuture)

  @Test func `After any taps every chosen tag goes with the stars, in the form's order, once`() {
    var random = SplitMix64(seed: 7)
    var draft = ReviewDraft(Self.form, reviewID: "r")
    for _ in 0..<500 {
      let subject = ["a", "b", "c"].randomElement(using: &random) ?? "a"
      do {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: draft.clear(subject)
        case 1...2: try draft.setStars(Int.random(in: -1...7, using: &random), of: subject)
        default:
          let tag = "\(Int.random(in: 0...4, using: &random))"
          try draft.setTag(tag, isChosen: Bool.random(using: &random), of: subject)
        }
      } catch {}
      for (subject, mark) in draft.ratings {
        #expect((1...5).contains(mark.stars))
        #expect(Set(mark.tags).isSubset(of: draft.tags(of: subject).map(\.id)))
        #expect(mark.tags == Set(mark.tags).sorted())
      }
    }
  }

  @Test
  func `A comment that is only white space is not sent, and any other to the letter`() throws {
    var draft = ReviewDraft(Self.form, reviewID: "r")
    draft.comment = " \n\t        "
    #expect(ReviewDocument(draft).comment == nil && draft.problems == [.unrated("a")])
    draft.comment = " a "
    #expect(ReviewDocument(draft).comment == " a ")
  }
}
