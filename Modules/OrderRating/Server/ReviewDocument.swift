/// The body of the request that sends a review.
struct ReviewDocument: Encodable {
  struct Mark: Encodable {
    let subject: String
    let stars: Int
    let tags: [String]
  }

  /// The id of the review: the server accepts one review per order, and the same one repeatedly.
  let id: String
  let marks: [Mark]
  let comment: String?
  let photos: [String]

  init(_ review: ReviewDraft) {
    id = review.review
    marks = review.form.subjects.compactMap { subject in
      review.ratings[subject.id].map {
        Mark(subject: subject.id, stars: $0.stars, tags: $0.tags)
      }
    }
    comment = review.comment.allSatisfy(\.isWhitespace) ? nil : review.comment
    photos = review.photos.map(\.id)
  }
}
