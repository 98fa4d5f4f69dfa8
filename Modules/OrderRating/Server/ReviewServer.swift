#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Networking
import Sync

/// What the module asks its server, and what the answers mean.
struct ReviewServer: Sendable {
  let transport: any Transport

  /// What came of asking for the form of an order.
  enum Finding: Sendable {
    case form(RatingForm, serverTime: Date)
    case rated
    case windowOver
    case failed(ReviewError)
  }

  func form(for order: RatableOrder, in context: RequestContext) async -> Finding {
    let request = HTTPRequest(.get, "/v1/orders/\(order.id)/rating-form", in: context)
    switch await transport.answer(to: request) {
    case .success(let response):
      do throws(UnusableBody) {
        let document = try response.json(FormDocument.self)
        do throws(ReviewError) {
          return .form(try document.form(for: order), serverTime: document.serverTime)
        } catch {
          return .failed(error)
        }
      } catch {
        return .failed(.badForm(error.reason))
      }
    case .conflict: return .rated
    case .gone(let response):
      return response.status == 410 ? .windowOver : .failed(.unknownOrder(order.id))
    case .notModified: return .failed(.unreachable("not modified"))
    case .unauthorised: return .failed(.unreachable("signed out"))
    case .tryLater(let response), .rejected(let response):
      return .failed(.unreachable("HTTP \(response.status)"))
    case .notSent: return .failed(.unreachable("no network"))
    case .outcomeUnknown(let error): return .failed(.unreachable("\(error)"))
    case .unusable(let body): return .failed(.badForm(body.reason))
    }
  }

  func send(
    _ review: ReviewDraft, key: String, in context: RequestContext
  ) async -> Delivery<ReviewChange> {
    let body: HTTPRequest.Body
    do { body = try .json(ReviewDocument(review)) } catch {
      return .rejected(Refusal.refused(error.reason).text)
    }
    var request = HTTPRequest(.put(body), "/v1/orders/\(review.id)/review", in: context)
    request.idempotencyKey = IdempotencyKey(rawValue: key)
    let answer = await transport.answer(to: request)
    switch answer {
    // What the server says of it is not needed.
    case .success, .unusable: return .applied(version: ReviewChange.rated)
    case .rejected(let response): return .rejected(Self.refusal(in: response).text)
    case .notModified, .conflict, .gone, .unauthorised, .tryLater, .notSent, .outcomeUnknown:
      return Delivery(
        answer, applied: { _ in .unknown },
        conflict: { _ in .rejected(Refusal.alreadyRated.text) },
        gone: { .rejected(($0.status == 410 ? Refusal.windowOver : .unknownOrder).text) })
    }
  }

  func send(
    _ photo: KeptPhoto, key: String, in context: RequestContext
  ) async -> Delivery<ReviewChange> {
    var request = HTTPRequest(.put(.init(photo.jpeg, .jpeg)), Self.path(of: photo.id), in: context)
    request.idempotencyKey = IdempotencyKey(rawValue: key)
    let answer = await transport.answer(to: request)
    switch answer {
    case .unusable: return .applied()
    case .rejected(let response), .conflict(let response), .gone(let response):
      return .rejected(Self.refusal(in: response).text)
    case .success, .notModified, .unauthorised, .tryLater, .notSent, .outcomeUnknown:
      return Delivery(answer, applied: { _ in .applied() }, gone: { _ in .unknown })
    }
  }

  /// Says of a photo that is not on this device any more whether the server has it: the answer to its
  /// upload may have been forgotten with a full disk.
  func find(_ photo: ReviewPhoto, in context: RequestContext) async -> Delivery<ReviewChange> {
    let answer = await transport.answer(to: HTTPRequest(.get, Self.path(of: photo.id), in: context))
    return Delivery(
      answer, applied: { _ in .applied() }, gone: { _ in .rejected(Refusal.lost.text) })
  }

  private static func path(of photo: String) -> String { "/v1/review-photos/\(photo)" }

  private struct Reason: Decodable {
    let reason: String
  }

  /// What the server says to the user, else the status.
  private static func refusal(in response: HTTPResponse) -> Refusal {
    do { return .refused(String(try response.json(Reason.self).reason.prefix(300))) } catch {
      return .refused("HTTP \(response.status)")
    }
  }
}
