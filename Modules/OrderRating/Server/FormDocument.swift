#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Commerce

/// The body of a response with the form for rating an order; times are seconds since 1970.
struct FormDocument: Decodable {
  struct Subject: Decodable {
    let id: String
    let kind: String
    let title: String
    let required: Bool
    /// The fulfillment methods for which the subject is rated; `nil` for all.
    let fulfillments: [String]?

    private enum CodingKeys: String, CodingKey {
      case id, kind, title, required
      case fulfillments = "fulfilments"
    }
  }

  struct Tag: Decodable {
    let id: String
    let title: String
    /// The kinds of subjects that have the tag; `nil` for all.
    let kinds: [String]?
    let from: Int
    let to: Int
  }

  let order: String
  let scale: Int
  let subjects: [Subject]
  /// The ids of the ordered items that can be rated.
  let lines: [String]
  let tags: [Tag]
  let commentLimit: Int
  let photoLimit: Int
  let now: Int
  let closesAt: Int

  /// The values of ``scale`` that the app accepts; a form with any other value is invalid.
  static let scales = 1...10

  /// The remaining time to rate the order, at the time of the server's response.
  var window: Duration { .seconds(Double(closesAt) - Double(now)) }

  /// Validates the server's form and converts it to a ``RatingForm``.
  ///
  /// - Throws: ``ReviewError/badForm(_:)`` with the reason why the form is invalid.
  func form(for order: RatableOrder) throws(ReviewError) -> RatingForm {
    guard self.order == order.id else { throw .badForm(.anotherOrder) }
    guard Self.scales.contains(scale) else { throw .badForm(.badScale(scale)) }
    guard commentLimit >= 0, photoLimit >= 0 else { throw .badForm(.negativeLimit) }
    guard tags.allSatisfy({ $0.from <= $0.to }) else { throw .badForm(.tagWithoutStars) }
    if let tag = tags.map(\.id).firstRepeated { throw .badForm(.repeatedTag(tag)) }
    let asked = subjects.filter { $0.fulfillments?.contains(order.fulfillment.rawValue) ?? true }
      .map { subject in
        RatingSubject(
          id: subject.id, kind: .init(rawValue: subject.kind), title: subject.title,
          isRequired: subject.required, tags: tags(of: subject.kind))
      }
    let rateable = order.lines.filter { lines.contains($0.id) }.map { line in
      RatingSubject(
        id: "line:\(line.id)", kind: .line, title: line.name, isRequired: false,
        tags: tags(of: RatingSubject.Kind.line.rawValue))
    }
    let all = asked + rateable
    if let subject = all.map(\.id).firstRepeated { throw .badForm(.repeatedSubject(subject)) }
    guard !all.isEmpty else { throw .badForm(.nothingToRate) }
    return RatingForm(
      order: order, scale: scale, subjects: all, commentLimit: commentLimit,
      photoLimit: min(photoLimit, ReviewLimits.photos),
      closesAt: Date(timeIntervalSince1970: Double(closesAt)))
  }

  private func tags(of kind: String) -> [RatingTag] {
    tags.filter { $0.kinds?.contains(kind) ?? true }
      .map { RatingTag(id: $0.id, title: $0.title, stars: $0.from...$0.to) }
  }
}

extension [String] {
  fileprivate var firstRepeated: String? {
    var seen: Set<String> = []
    return first { !seen.insert($0).inserted }
  }
}
