/// A review as the server is sent it.
struct ReviewDocument: Encodable {
  struct Mark: Encodable {
    let subject: String
    let stars: Int
    let tags: [String]
  }

  /// Names the review: the server takes one for each order, and this one again without harm.
  let id: String
  let marks: [Mark]
  let comment: String?
  let photos: [String]

  init(_ review: ReviewDraft) {
    id = review.review
    marks = review.form.subjects.compactMap { subject in
      review.marks[subject.id].map {
        Mark(subject: subject.id, stars: $0.stars, tags: $0.tags)
      }
    }
    comment = review.comment.allSatisfy(\.isWhitespace) ? nil : review.comment
    photos = review.photos.map(\.id)
  }
}
