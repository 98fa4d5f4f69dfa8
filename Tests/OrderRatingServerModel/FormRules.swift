/// What a form asks, for every order alike.
public struct FormRules: Sendable {
  /// Something to rate, as the wire has it.
  public struct Subject: Codable, Sendable {
    /// The id.
    public var id: String
    /// What it is.
    public var kind: String
    /// Its name.
    public var title: String
    /// Whether there is no review without it.
    public var required: Bool
    /// What it is asked for; absent for all.
    public var fulfilments: [String]?

    /// Describes a subject.
    public init(
      _ id: String, kind: String? = nil, _ title: String, required: Bool,
      fulfilments: [String]? = nil
    ) {
      self.id = id
      self.kind = kind ?? id
      self.title = title
      self.required = required
      self.fulfilments = fulfilments
    }
  }

  /// Something to say with a tap, as the wire has it.
  public struct Tag: Codable, Sendable {
    /// The id.
    public var id: String
    /// What it says.
    public var title: String
    /// The kinds of subject that it is for; absent for all.
    public var kinds: [String]?
    /// The fewest stars that it goes with.
    public var from: Int
    /// The most.
    public var to: Int

    /// Describes a tag.
    public init(_ id: String, _ title: String, kinds: [String]?, _ stars: ClosedRange<Int>) {
      self.id = id
      self.title = title
      self.kinds = kinds
      from = stars.lowerBound
      to = stars.upperBound
    }
  }

  /// The most stars.
  public var scale = 5
  /// What is rated beside the lines.
  public var subjects = [
    Subject("food", "Food", required: true),
    Subject("courier", "Courier", required: false, fulfilments: ["delivery"]),
    Subject("restaurant", "Restaurant", required: false, fulfilments: ["pickup"]),
  ]
  /// What can be said.
  public var tags = [
    Tag("cold", "Cold", kinds: ["food"], 1...3), Tag("burnt", "Burnt", kinds: ["food"], 1...3),
    Tag("tasty", "Tasty", kinds: ["food"], 4...5),
    Tag("late", "Late", kinds: ["courier"], 1...4), Tag("kind", "Kind", kinds: ["courier"], 4...5),
    Tag("clean", "Clean", kinds: ["restaurant"], 4...5),
    Tag("again", "Would order again", kinds: ["line"], 4...5),
  ]
  /// The longest comment.
  public var commentLimit = 200
  /// How many photos there may be.
  public var photoLimit = 3
  /// The largest photo, in bytes.
  public var photoSize = 5 << 20

  /// Rules that suit most tests.
  public init() {}

  /// A form as it is on the wire.
  struct Form: Encodable {
    let order: String
    let scale: Int
    let subjects: [Subject]
    let lines: [String]
    let tags: [Tag]
    let commentLimit: Int
    let photoLimit: Int
    let now: Int
    let closesAt: Int
  }

  func form(of id: String, _ order: ReviewServerModel.Order, now: Int) -> Form {
    Form(
      order: id, scale: scale, subjects: subjects, lines: order.lines, tags: tags,
      commentLimit: commentLimit, photoLimit: photoLimit, now: now, closesAt: order.closesAt)
  }

  /// What speaks against a review that this form was answered with.
  func problem(of review: ReviewView, for order: ReviewServerModel.Order) -> String? {
    let asked = subjects.filter { $0.fulfilments?.contains(order.fulfilment) ?? true }
    var kinds = Dictionary(uniqueKeysWithValues: asked.map { ($0.id, $0.kind) })
    for line in order.lines { kinds["line:\(line)"] = "line" }
    let marked = review.marks.map(\.subject)
    guard Set(marked).count == marked.count else { return "a subject twice" }
    guard asked.filter(\.required).map(\.id).allSatisfy(marked.contains), !marked.isEmpty else {
      return "stars are missing"
    }
    for mark in review.marks {
      guard let kind = kinds[mark.subject] else { return "no subject \(mark.subject)" }
      guard (1...scale).contains(mark.stars) else { return "no such stars" }
      for id in mark.tags {
        guard let tag = tags.first(where: { $0.id == id }), tag.kinds?.contains(kind) ?? true,
          (tag.from...tag.to).contains(mark.stars)
        else { return "the tag \(id) does not go with \(mark.stars) stars" }
      }
    }
    let comment = review.comment ?? ""
    guard comment.unicodeScalars.count <= commentLimit else { return "the comment is too long" }
    guard review.photos.count <= photoLimit, Set(review.photos).count == review.photos.count else {
      return "too many photos"
    }
    return nil
  }
}
