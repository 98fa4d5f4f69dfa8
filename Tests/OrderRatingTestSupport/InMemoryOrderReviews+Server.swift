import Foundation
import Networking
import OrderRating
import Sync
import SyncTestSupport
import Synchronization

extension InMemoryOrderReviews {
  /// The form as it is read here.
  private struct SketchedForm: Decodable {
    struct Subject: Decodable {
      let id, kind, title: String
      let required: Bool
      let fulfilments: [String]?
    }

    struct Tag: Decodable {
      let id, title: String
      let kinds: [String]?
      let from, to: Int
    }

    let order: String
    let scale, commentLimit, photoLimit, now, closesAt: Int
    let subjects: [Subject]
    let lines: [String]
    let tags: [Tag]

    /// What is wrong with it as a form for an order.
    func problem(for order: RatableOrder) -> String? {
      if self.order != order.id { return "order" }
      if !(1...10).contains(scale) { return "scale" }
      if commentLimit < 0 || photoLimit < 0 { return "limits" }
      if Set(tags.map(\.id)).count < tags.count { return "tags" }
      if Set(subjects.map(\.id)).count < subjects.count { return "subjects" }
      return tags.contains { $0.from > $0.to } ? "stars" : nil
    }
  }

  func fetchForm(of order: RatableOrder) async throws(ReviewError) -> RatingForm {
    guard !Task.isCancelled else { throw .cancelled }
    guard let context = memory.withLock({ $0.context }) else { throw .noCity }
    guard gate.isOpen else { throw .unreachable("offline") }
    let request = HTTPRequest(.get, "/v1/orders/\(order.id)/rating-form", in: context)
    switch await server.answer(to: request) {
    case .success(let response):
      let sketch: SketchedForm
      do { sketch = try response.json(SketchedForm.self) } catch { throw .badForm(error.reason) }
      if let problem = sketch.problem(for: order) { throw .badForm(problem) }
      return form(sketch, order)
    case .conflict(let problem) where problem.code == "rated":
      kept.values.withLock { $0.said[order.id] = .rated }
      throw .notEligible(.rated)
    case .gone(let problem) where problem.code == "windowOver":
      kept.values.withLock { $0.said[order.id] = .windowOver }
      throw .notEligible(.windowOver)
    case .gone(let problem) where problem.code == "unknownOrder": throw .unknownOrder(order.id)
    default: throw Task.isCancelled ? .cancelled : .unreachable("no form")
    }
  }

  private func form(_ sketch: SketchedForm, _ order: RatableOrder) -> RatingForm {
    memory.withLock {
      $0.windows[order.id] = (.seconds(sketch.closesAt - sketch.now), clock.now)
    }
    let tags = { (kind: String) in
      sketch.tags.filter { $0.kinds?.contains(kind) ?? true }
        .map { RatingTag(id: $0.id, title: $0.title, stars: $0.from...$0.to) }
    }
    let subjects = sketch.subjects
      .filter { $0.fulfilments?.contains(order.fulfilment.rawValue) ?? true }
      .map {
        RatingSubject(
          id: $0.id, kind: .init(rawValue: $0.kind), title: $0.title, isRequired: $0.required,
          tags: tags($0.kind))
      }
    let lines = order.lines.filter { sketch.lines.contains($0.id) }.map {
      RatingSubject(
        id: "line:\($0.id)", kind: .line, title: $0.name, isRequired: false, tags: tags("line"))
    }
    return RatingForm(
      order: order, scale: sketch.scale, subjects: subjects + lines,
      commentLimit: sketch.commentLimit, photoLimit: sketch.photoLimit,
      closesAt: Date(timeIntervalSince1970: Double(sketch.closesAt)))
  }

  /// Sends whatever can be sent.
  func work() async {
    while gate.isOpen, !Task.isCancelled, let context = memory.withLock({ $0.context }),
      let queued = kept.values.withLock({ $0.queue.first { $0.cause == nil } })
    {
      memory.withLock { $0.inFlight = queued.key }
      let atServer = kept.values.withLock { $0.atServer }
      if let photo = queued.review.photos.first(where: { !atServer.contains($0.id) }) {
        await send(photo, of: queued, in: context)
      } else {
        await send(queued, in: context)
      }
      memory.withLock { $0.inFlight = nil }
      publish()
      await Task.yield()
    }
    publish(isNews: false)
  }

  private func send(_ photo: ReviewPhoto, of queued: Kept.Queued, in context: RequestContext) async
  {
    guard let bytes = kept.values.withLock({ $0.bytes[photo.id] }) else { return }
    var request = HTTPRequest(
      .put(.init(bytes, .jpeg)), "/v1/review-photos/\(photo.id)", in: context)
    request.idempotencyKey = IdempotencyKey(rawValue: "photo-key-\(photo.id)")
    switch await server.answer(to: request) {
    case .success(let response) where response.status == 204:
      kept.values.withLock { values in
        values.atServer.insert(photo.id)
        values.bytes[photo.id] = nil
      }
    case .rejected(let problem):
      let reason = "\(problem)"
      kept.values.withLock { values in
        values.atServer.insert(photo.id)
        values.photoNotices.append(
          ReviewNotice(
            id: photo.id, order: queued.review.id, cause: .photoRefused(photo, reason), review: nil)
        )
      }
    default: break
    }
  }

  private func send(_ queued: Kept.Queued, in context: RequestContext) async {
    let review = queued.review
    let marks = review.form.subjects.compactMap { subject in
      review.marks[subject.id].map { mark -> [String: any Sendable] in
        ["subject": subject.id, "stars": mark.stars, "tags": mark.tags]
      }
    }
    var document: [String: any Sendable] = [
      "id": review.review, "marks": marks, "photos": review.photos.map(\.id),
    ]
    if !review.comment.isEmpty { document["comment"] = review.comment }
    let body: Data
    do {
      body = try JSONSerialization.data(withJSONObject: document, options: .sortedKeys)
    } catch { preconditionFailure("\(error)") }
    var request = HTTPRequest(
      .put(.init(body, .json)), "/v1/orders/\(review.id)/review", in: context)
    request.idempotencyKey = IdempotencyKey(rawValue: queued.key)
    let answer = await server.answer(to: request)
    kept.values.withLock { values in
      guard let index = values.queue.firstIndex(where: { $0.key == queued.key }) else { return }
      switch answer {
      case .success(let response) where response.status == 204:
        values.said[review.id] = .rated
        values.queue.remove(at: index)
      case .conflict(let problem) where problem.code == "rated":
        values.said[review.id] = .rated
        values.queue[index].cause = .alreadyRated
      case .gone(let problem) where problem.code == "windowOver":
        values.said[review.id] = .windowOver
        values.queue[index].cause = .windowOver
      case .gone(let problem) where problem.code == "unknownOrder":
        values.said[review.id] = .windowOver
        values.queue[index].cause = .unknownOrder
      case .conflict(let problem), .gone(let problem), .rejected(let problem):
        values.queue[index].cause = .refused("\(problem)")
      case .success, .outcomeUnknown: values.queue[index].isTried = true
      default: break
      }
    }
  }
}
