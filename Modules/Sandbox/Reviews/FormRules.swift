/// The content of the rating form that is the same for all orders.
///
/// The form of an order also contains the ids of the order's lines.
public struct FormRules: Sendable {
  /// A subject that a review can rate, such as the courier, in the wire format.
  public struct Subject: Codable, Sendable {
    /// The subject's id.
    public var id: String
    /// The kind of subject, such as `courier`; ``FormRules/Tag/kinds`` refers to it.
    public var kind: String
    /// The name to display.
    public var title: String
    /// Whether a review has to rate the subject.
    public var required: Bool
    /// The fulfillment methods of the orders that have this subject; `nil` for all orders.
    public var fulfilments: [String]?

    /// Creates a subject from its id and the title to display.
    ///
    /// The kind defaults to the id. Only orders with one of the methods in `fulfilments` have this
    /// subject. If `fulfilments` is `nil`, all orders have it.
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

  /// A short remark that the user can add to a rating, in the wire format.
  public struct Tag: Codable, Sendable {
    /// The tag's id.
    public var id: String
    /// The text to display.
    public var title: String
    /// The kinds of subject for which the user can choose the tag; `nil` for all kinds.
    public var kinds: [String]?
    /// The smallest number of stars with which the user can choose the tag.
    public var from: Int
    /// The largest number of stars with which the user can choose the tag.
    public var to: Int

    /// Creates a tag from its id and the title to display.
    ///
    /// The user can choose the tag for a subject whose kind is in `kinds` and whose number of stars
    /// is in `stars`. If `kinds` is `nil`, the kind does not matter.
    public init(_ id: String, _ title: String, kinds: [String]?, _ stars: ClosedRange<Int>) {
      self.id = id
      self.title = title
      self.kinds = kinds
      from = stars.lowerBound
      to = stars.upperBound
    }
  }

  /// The maximum number of stars of a rating.
  public var scale = 5
  /// The subjects that a review can rate in addition to the lines of the order.
  public var subjects = [
    Subject("food", "Food", required: true),
    Subject("courier", "Courier", required: false, fulfilments: ["delivery"]),
    Subject("restaurant", "Restaurant", required: false, fulfilments: ["pickup"]),
  ]
  /// The tags of the form.
  ///
  /// A tag applies only to the kinds of subject in ``Tag/kinds``.
  public var tags = [
    Tag("cold", "Cold", kinds: ["food"], 1...3), Tag("burnt", "Burnt", kinds: ["food"], 1...3),
    Tag("tasty", "Tasty", kinds: ["food"], 4...5),
    Tag("late", "Late", kinds: ["courier"], 1...4), Tag("kind", "Kind", kinds: ["courier"], 4...5),
    Tag("clean", "Clean", kinds: ["restaurant"], 4...5),
    Tag("again", "Would order again", kinds: ["line"], 4...5),
  ]
  /// The maximum length of a comment, in Unicode scalars.
  public var commentLimit = 200
  /// The maximum number of photos of a review.
  public var photoLimit = 3
  /// The maximum size of a photo, in bytes.
  public var photoSize = 5 << 20

  /// Creates the default rules.
  public init() {}

  /// The rating form of one order, in the wire format.
  struct Form: Encodable {
    let order: String
    let scale: Int
    let subjects: [Subject]
    let lines: [String]
    let tags: [Tag]
    let commentLimit, photoLimit, now, closesAt: Int
  }

  func form(of id: String, _ order: ReviewServerModel.Order, now: Int) -> Form {
    Form(
      order: id, scale: scale, subjects: subjects, lines: order.lines, tags: tags,
      commentLimit: commentLimit, photoLimit: photoLimit, now: now, closesAt: order.closesAt)
  }

  /// Returns the reason why a review of an order is rejected, as text; `nil` for a valid review.
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
