/// A review as the user is writing it, or has written it.
///
/// It holds its form, so that it is shown and goes on without network. Its rules are its own: tags
/// follow stars, and what cannot be sent is told in ``problems`` without losing a letter of it.
public struct ReviewDraft: Sendable, Hashable, Codable, Identifiable {
  /// What was said of one subject.
  public struct Mark: Sendable, Hashable, Codable {
    /// How many stars.
    public internal(set) var stars: Int
    /// The ids of the tags that go with so many stars, in the form's order.
    public internal(set) var tags: [String]
  }

  /// The form that it answers.
  public let form: RatingForm
  /// Names the review, whatever becomes of its draft: the server takes it once.
  let review: String
  /// How often it was taken back: of two found after a crash the later one counts.
  var edition = 0
  /// The marks by the ids of their subjects.
  public private(set) var marks: [String: Mark] = [:]
  /// What the user has written; too long a text is kept and is one of the ``problems``.
  public var comment = ""
  /// The photos, in the order in which they were attached.
  public internal(set) var photos: [ReviewPhoto] = []

  init(_ form: RatingForm, review: String) {
    self.form = form
    self.review = review
  }

  /// The id of the order.
  public var id: String { form.order.id }

  /// The tags that can be chosen for a subject at its present number of stars.
  public func tags(of subject: RatingSubject.ID) -> [RatingTag] {
    guard let mark = marks[subject] else { return [] }
    return form.subjects.first { $0.id == subject }?.tags.filter { $0.stars.contains(mark.stars) }
      ?? []
  }

  /// Gives stars to a subject, and drops those of its tags that do not go with so many.
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
    let chosen = marks[subject]?.tags ?? []
    marks[subject] = Mark(stars: stars, tags: [])
    let offered = tags(of: subject).map(\.id)
    marks[subject]?.tags = offered.filter(chosen.contains)
  }

  /// Chooses a tag of a subject, or takes it back.
  ///
  /// - Throws: ``ReviewError/unknownTag(_:)`` when it is not one of ``tags(of:)``.
  public mutating func setTag(
    _ tag: RatingTag.ID, isChosen: Bool, of subject: RatingSubject.ID
  ) throws(ReviewError) {
    let offered = tags(of: subject).map(\.id)
    guard let mark = marks[subject], offered.contains(tag) else { throw .unknownTag(tag) }
    marks[subject]?.tags = offered.filter { $0 == tag ? isChosen : mark.tags.contains($0) }
  }

  /// Takes the mark of a subject back.
  public mutating func clear(_ subject: RatingSubject.ID) {
    marks[subject] = nil
  }

  /// Everything that has to be seen to before it can be submitted; none when it can.
  public var problems: [ReviewProblem] {
    let unrated = form.subjects.filter { $0.isRequired && marks[$0.id] == nil }
    var problems = unrated.map { ReviewProblem.unrated($0.id) }
    if marks.isEmpty && unrated.isEmpty { problems.append(.nothingRated) }
    let excess = comment.unicodeScalars.count - form.commentLimit
    if excess > 0 { problems.append(.commentTooLong(by: excess)) }
    if comment.unicodeScalars.contains(where: \.isControl) {
      problems.append(.commentHasControlCharacters)
    }
    return problems
  }
}

/// Why a draft cannot be submitted as it is.
public enum ReviewProblem: Sendable, Hashable {
  /// This subject needs stars.
  case unrated(RatingSubject.ID)
  /// Nothing has stars.
  case nothingRated
  /// The comment has so many Unicode scalars more than the form takes.
  case commentTooLong(by: Int)
  /// The comment has control characters other than line breaks and tabs.
  case commentHasControlCharacters
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    properties.generalCategory == .control && self != "\n" && self != "\t"
  }
}
