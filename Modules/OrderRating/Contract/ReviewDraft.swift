/// The content of a review, before and after it is submitted.
///
/// The draft contains the form, so a screen can show and edit the draft without a network. For each
/// number of stars, the form allows certain tags. When the stars of a subject change, the draft removes
/// the chosen tags that are no longer allowed. Any other invalid content stays in the draft, and
/// ``problems`` lists it.
///
/// ```swift
/// try draft.setStars(5, of: "courier")
/// for tag in draft.tags(of: "courier") { try draft.setTag(tag.id, isChosen: true, of: "courier") }
/// draft.clear("food")
/// submitButton.isEnabled = draft.problems.isEmpty
/// ```
public struct ReviewDraft: Sendable, Hashable, Codable, Identifiable {
  /// The stars and tags of one subject.
  public struct SubjectRating: Sendable, Hashable, Codable {
    /// The number of stars, from 1 to ``RatingForm/scale``.
    public internal(set) var stars: Int
    /// The ids of the chosen tags, in display order; only tags for the rating in ``stars`` are allowed.
    public internal(set) var tags: [String]
  }

  /// The server's form, with the order and the subjects to rate, as fetched when the draft was created.
  public let form: RatingForm
  /// The permanent id of the review; the server recognizes a repeated submission by this id.
  let reviewID: String
  /// The number of times that a review of the order was withdrawn.
  ///
  /// A crash may leave two copies of the review: a draft and a queued review. The copy with the higher
  /// number is then used.
  var edition = 0
  /// The ratings, by the ids of their subjects; a subject without stars has no entry.
  public private(set) var ratings: [String: SubjectRating] = [:]
  /// The text of the comment; a comment that has only white space is not sent.
  ///
  /// A text that is too long stays complete, and is listed in ``problems``.
  public var comment = ""
  /// The photos, the oldest first, at most ``RatingForm/photoLimit``.
  ///
  /// ``OrderReviews/attach(_:to:)`` and ``OrderReviews/remove(_:from:)`` change them.
  public internal(set) var photos: [ReviewPhoto] = []

  init(_ form: RatingForm, reviewID: String) {
    self.form = form
    self.reviewID = reviewID
  }

  /// The id of the order to rate, which has at most one draft.
  public var id: String { form.order.id }

  /// Returns the tags that can be chosen for a subject with its current number of stars.
  public func tags(of subject: RatingSubject.ID) -> [RatingTag] {
    guard let mark = ratings[subject] else { return [] }
    return form.subjects.first { $0.id == subject }?.tags.filter { $0.stars.contains(mark.stars) }
      ?? []
  }

  /// Sets the stars of a subject, and removes its chosen tags that are not for this number of stars.
  ///
  /// ```swift
  /// try draft.setStars(5, of: "courier")
  /// ```
  ///
  /// - Throws: ``ReviewError/unknownSubject(_:)`` or ``ReviewError/badStars(_:allowed:)``.
  public mutating func setStars(
    _ stars: Int, of subject: RatingSubject.ID
  ) throws(ReviewError) {
    guard form.subjects.contains(where: { $0.id == subject }) else {
      throw .unknownSubject(subject)
    }
    let allowed = 1...form.scale
    guard allowed.contains(stars) else { throw .badStars(stars, allowed: allowed) }
    let chosen = ratings[subject]?.tags ?? []
    ratings[subject] = SubjectRating(stars: stars, tags: [])
    let offered = tags(of: subject).map(\.id)
    ratings[subject]?.tags = offered.filter(chosen.contains)
  }

  /// Adds a tag to the chosen tags of a subject, or removes it from them.
  ///
  /// ```swift
  /// for tag in draft.tags(of: "courier") { try draft.setTag(tag.id, isChosen: true, of: "courier") }
  /// ```
  ///
  /// - Throws: ``ReviewError/unknownTag(_:)`` if the tag is not one of ``tags(of:)``.
  public mutating func setTag(
    _ tag: RatingTag.ID, isChosen: Bool, of subject: RatingSubject.ID
  ) throws(ReviewError) {
    let offered = tags(of: subject).map(\.id)
    guard let mark = ratings[subject], offered.contains(tag) else { throw .unknownTag(tag) }
    ratings[subject]?.tags = offered.filter { $0 == tag ? isChosen : mark.tags.contains($0) }
  }

  /// Removes the stars and tags of a subject, if it has any.
  public mutating func clear(_ subject: RatingSubject.ID) {
    ratings[subject] = nil
  }

  /// The problems that prevent submission, the unrated subjects first; empty if the draft can be submitted.
  public var problems: [ReviewProblem] {
    let unrated = form.subjects.filter { $0.isRequired && ratings[$0.id] == nil }
    var problems = unrated.map { ReviewProblem.unrated($0.id) }
    if ratings.isEmpty && unrated.isEmpty { problems.append(.nothingRated) }
    // A comment without a text is not sent.
    let length = comment.allSatisfy(\.isWhitespace) ? 0 : comment.unicodeScalars.count
    let excess = length - form.commentLimit
    if excess > 0 { problems.append(.commentTooLong(by: excess)) }
    if comment.unicodeScalars.contains(where: \.isControl) {
      problems.append(.commentHasControlCharacters)
    }
    return problems
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    properties.generalCategory == .control && !["\n", "\r", "\t"].contains(self)
  }
}
