/// A review in the wire format.
public struct ReviewView: Codable, Sendable, Equatable {
  /// The rating of one subject.
  public struct Mark: Codable, Sendable, Equatable {
    /// The subject's id.
    public let subject: String
    /// The number of stars.
    public let stars: Int
    /// The ids of the tags that the user chose for the subject.
    public let tags: [String]

    /// Creates a rating from the subject's id, the number of stars and the ids of the tags.
    public init(subject: String, stars: Int, tags: [String]) {
      self.subject = subject
      self.stars = stars
      self.tags = tags
    }
  }

  /// The review's id.
  public let id: String
  /// The ratings of the subjects.
  public let marks: [Mark]
  /// The user's comment; `nil` without a comment.
  public let comment: String?
  /// The ids of the photos.
  public internal(set) var photos: [String]
}
