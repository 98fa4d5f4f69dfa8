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
    var request = HTTPRequest(.get, "/v1/orders/\(order.id)/rating-form", in: context)
    // It is kept with every draft.
    request.sizeLimit = 256 << 10
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
    case .conflict(let problem), .gone(let problem), .rejected(let problem):
      return switch problem.code {
      case "rated": .rated
      case "windowOver": .windowOver
      case "unknownOrder": .failed(.unknownOrder(order.id))
      default: .failed(.unreachable("\(problem)"))
      }
    case .notModified: return .failed(.unreachable("not modified"))
    case .unauthorised: return .failed(.unreachable("signed out"))
    case .tryLater(let response): return .failed(.unreachable("HTTP \(response.status)"))
    case .notSent: return .failed(.unreachable("no network"))
    case .outcomeUnknown(.tooLarge(let limit)):
      return .failed(.badForm("larger than \(limit) bytes"))
    case .outcomeUnknown(let error): return .failed(.unreachable("\(error)"))
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
    case .success(let response) where response.isDone:
      return .applied(version: ReviewChange.rated)
    case .conflict(let problem), .gone(let problem), .rejected(let problem):
      return switch problem.code {
      case "rated": .rejected(Refusal.alreadyRated.text)
      case "windowOver": .rejected(Refusal.windowOver.text)
      case "unknownOrder": .rejected(Refusal.unknownOrder.text)
      default: Self.refusal(problem)
      }
    case .success, .notModified, .unauthorised, .tryLater, .notSent, .outcomeUnknown:
      return Delivery(answer, applied: { _ in .unknown }, gone: { _ in .busy() })
    }
  }

  func send(
    _ photo: KeptPhoto, key: String, in context: RequestContext
  ) async -> Delivery<ReviewChange> {
    var request = HTTPRequest(.put(.init(photo.jpeg, .jpeg)), Self.path(of: photo.id), in: context)
    request.idempotencyKey = IdempotencyKey(rawValue: key)
    let answer = await transport.answer(to: request)
    switch answer {
    case .rejected(let problem), .conflict(let problem), .gone(let problem):
      return Self.refusal(problem)
    case .success, .notModified, .unauthorised, .tryLater, .notSent, .outcomeUnknown:
      return Delivery(
        answer, applied: { $0.isDone ? .applied() : .unknown }, gone: { _ in .busy() })
    }
  }

  /// Says of a photo that is not on this device any more whether the server has it: the answer to its
  /// upload may have been forgotten with a full disk.
  func find(_ photo: ReviewPhoto, in context: RequestContext) async -> Delivery<ReviewChange> {
    let answer = await transport.answer(to: HTTPRequest(.get, Self.path(of: photo.id), in: context))
    switch answer {
    case .gone(let problem) where problem.code == "unknownPhoto":
      return .rejected(Refusal.lost.text)
    case .success(let response):
      do {
        _ = try response.json(PhotoDocument.self)
        return .applied()
      } catch {
        return .unknown
      }
    // Only its absence ends it: nothing else was asked.
    case .notModified, .conflict, .gone, .rejected: return .busy()
    case .unauthorised, .tryLater, .notSent, .outcomeUnknown:
      return Delivery(answer, applied: { _ in .unknown }, gone: { _ in .busy() })
    }
  }

  private static func path(of photo: String) -> String { "/v1/review-photos/\(photo)" }

  private struct PhotoDocument: Decodable {
    let size: Int
  }

  /// The refusal of a change; a 404 or a 410 that is about something else is none.
  private static func refusal(_ problem: ServiceProblem) -> Delivery<ReviewChange> {
    switch problem.status {
    case 404, 410: .busy()
    default: .rejected(Refusal.refused("\(problem)").text)
    }
  }
}

extension HTTPResponse {
  /// Whether a change was made.
  ///
  /// The service answers with 204, and so without a body; another server's page has one.
  fileprivate var isDone: Bool { status == 204 && body.isEmpty }
}
