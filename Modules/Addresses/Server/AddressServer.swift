import Networking
import Sync

/// What the module asks its server, and what the answers mean.
struct AddressServer: Sendable {
  let transport: any Transport

  /// What came of asking for the addresses.
  enum Finding: Sendable {
    case list(AddressDocument, ETag?)
    case notModified
    case failed(String)
    case closed(Gate.Reason)
  }

  func list(ifNot validator: ETag?, in context: RequestContext) async -> Finding {
    var request = HTTPRequest(.get, AddressRequest.path, in: context)
    if let validator { request.precondition = .hasChanged(since: validator) }
    switch await transport.answer(to: request) {
    case .success(let response):
      do { return .list(try Self.list(in: response), response.etag) } catch {
        return .failed("\(error)")
      }
    case .notModified: return .notModified
    case .unauthorised: return .closed(.signedOut)
    case .notSent: return .failed("no network")
    case .outcomeUnknown(let error): return .failed("\(error)")
    case .conflict(let problem), .gone(let problem), .rejected(let problem):
      return .failed("\(problem)")
    case .tryLater(let response): return .failed("HTTP \(response.status)")
    }
  }

  /// What came of sending a change.
  enum Outcome: Sendable {
    case done(AddressDocument)
    case gone
    case other(Delivery<AddressChange>)
  }

  func send(
    _ change: AddressChange, of id: String, key: String, in context: RequestContext
  ) async -> Outcome {
    let request: HTTPRequest
    do {
      request = try AddressRequest.request(change, of: id, key: key, in: context)
    } catch {
      return .other(.rejected(error.reason))
    }
    let answer = await transport.answer(to: request)
    switch answer {
    case .success(let response):
      // What cannot be read was done all the same, and is asked for again under the same key.
      do { return .done(try Self.list(in: response)) } catch { return .other(.unknown) }
    case .gone(let problem) where problem.code == "addressRemoved": return .gone
    // The service knows the address no more than the path, so nothing has been said of the change.
    case .gone: return .other(.busy())
    case .rejected(let problem), .conflict(let problem):
      return .other(.rejected(AddressDocument.Problem(problem).obstacle))
    case .notModified, .unauthorised, .tryLater, .notSent, .outcomeUnknown:
      return .other(
        Delivery(answer, applied: { _ in .unknown }, gone: { _ in .busy() }))
    }
  }

  private struct UnusableList: Error {}

  private static func list(in response: HTTPResponse) throws -> AddressDocument {
    let list = try response.json(AddressDocument.self)
    guard list.isUsable else { throw UnusableList() }
    return list
  }
}

extension AddressDocument.Problem {
  fileprivate init(_ problem: ServiceProblem) {
    self.init(code: problem.code, reason: "\(problem)")
  }
}
