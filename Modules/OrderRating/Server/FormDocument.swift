import Commerce
import Foundation
import Networking

/// The body of a response with the form for rating an order; times are seconds since 1970.
struct FormDocument: Decodable {
  struct Subject: Decodable, Sendable {
    @Text var id: String
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

  struct Tag: Decodable, Sendable {
    @Text var id: String
    let title: String
    /// The kinds of subjects that have the tag; `nil` for all.
    let kinds: [String]?
    let from: Int
    let to: Int
  }

  @Text var order: String
  let scale: Int
  let subjects: [Lossy<Subject>]
  /// The ids of the ordered items that can be rated.
  let lines: LossyList<Text>?
  let tags: LossyList<Tag>?
  let commentLimit: Lossy<Int>?
  let photoLimit: Lossy<Int>?
  let now: Int
  let closesAt: Int

  /// The values of ``scale`` that the app accepts; a form with any other value is unusable.
  static let scales = 1...10

  /// The remaining time to rate the order, at the time of the server's response.
  var window: Duration { .seconds(Double(closesAt) - Double(now)) }

  /// Converts the server's form to a ``RatingForm``, without the subjects and tags that cannot be used.
  ///
  /// Of two subjects or tags with the same id, the first is used.
  ///
  /// - Throws: The reason why the form is unusable.
  func form(for order: RatableOrder) throws(UnusableBody) -> RatingForm {
    guard self.order == order.id else { throw UnusableBody(reason: "a form of another order") }
    guard Self.scales.contains(scale) else {
      throw UnusableBody(reason: "a scale of \(scale) stars")
    }
    let asked = subjects.compactMap(\.value)
      .filter { $0.fulfillments?.contains(order.fulfillment.rawValue) ?? true }
      .map { subject in
        RatingSubject(
          id: subject.id, kind: .init(rawValue: subject.kind), title: subject.title,
          isRequired: subject.required, tags: tags(of: subject.kind))
      }
    let lines = Set((lines?.value ?? []).compactMap(\.value?.wrappedValue))
    let rateable = order.lines.filter { lines.contains($0.id) }.map { line in
      RatingSubject(
        id: "line:\(line.id)", kind: .line, title: line.name, isRequired: false,
        tags: tags(of: RatingSubject.Kind.line.rawValue))
    }
    let all = (asked + rateable).withoutRepetitions
    guard !all.isEmpty else { throw UnusableBody(reason: "nothing to rate") }
    return RatingForm(
      order: order, scale: scale, subjects: all, commentLimit: max(0, commentLimit?.value ?? 0),
      photoLimit: min(max(0, photoLimit?.value ?? 0), ReviewLimits.photos),
      closesAt: Date(timeIntervalSince1970: Double(closesAt)))
  }

  private func tags(of kind: String) -> [RatingTag] {
    (tags?.value ?? []).compactMap(\.value)
      .filter { $0.from <= $0.to && $0.kinds?.contains(kind) ?? true }
      .map { RatingTag(id: $0.id, title: $0.title, stars: $0.from...$0.to) }.withoutRepetitions
  }
}

extension Array where Element: Identifiable {
  /// The elements without those whose id an earlier element has.
  fileprivate var withoutRepetitions: [Element] {
    var ids: Set<Element.ID> = []
    return filter { ids.insert($0.id).inserted }
  }
}
