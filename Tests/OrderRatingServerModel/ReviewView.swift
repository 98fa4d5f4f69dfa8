/// A review as it is on the wire.
public struct ReviewView: Codable, Sendable, Equatable {
  /// What was said of one subject.
  public struct Mark: Codable, Sendable, Equatable {
    /// The subject's id.
    public let subject: String
    /// How many stars.
    public let stars: Int
    /// The ids of the tags.
    public let tags: [String]

    /// Marks a subject.
    public init(subject: String, stars: Int, tags: [String]) {
      self.subject = subject
      self.stars = stars
      self.tags = tags
    }
  }

  /// Names the review.
  public let id: String
  /// The marks.
  public let marks: [Mark]
  /// What was written.
  public let comment: String?
  /// The ids of the photos.
  public internal(set) var photos: [String]
}
