import Cities
public import Commerce
import Foundation
public import Networking
import Synchronization

/// Server for tests and previews with the sample cities and configurable faults.
@dynamicMemberLookup
public final class CityServerDouble: Transport {
  /// The responses of the server, and the requests that it has received.
  public struct Conditions: Sendable {
    /// Fault of every response; `nil` for none.
    public var fault: ServerFault?
    /// City list of the server.
    public var list = SampleCity.list(revision: 2)
    /// Received requests in order, including unanswered ones.
    public var requests: [HTTPRequest] = []
    /// Total size of the sent bodies.
    public var bytes = 0
    fileprivate var details: [CityID: JSONValue] = [:]
    fileprivate var held: [String: [HeldAnswer]] = [:]
  }

  private let conditions = Mutex(Conditions())

  /// Creates a server without faults, with revision 2 of the list.
  public init() {}

  /// A condition of the server, which a test reads and replaces.
  public subscript<T: Sendable>(dynamicMember path: WritableKeyPath<Conditions, T>) -> T {
    get { conditions.withLock { $0[keyPath: path] } }
    set { conditions.withLock { $0[keyPath: path] = newValue } }
  }

  /// Replaces the details of a city, in all languages.
  public func serve(_ details: JSONValue, for id: CityID) {
    conditions.withLock { $0.details[id] = details }
  }

  /// Holds the next response about a city; several calls hold successive responses.
  public func hold(_ id: CityID) -> HeldAnswer { hold(Self.path(of: id)) }

  /// Holds the next response with the list.
  public func holdList() -> HeldAnswer { hold(Self.listPath) }

  /// Answers `GET` of `/v1/cities` and `/v1/cities/ID?language=CODE`; 404 for other paths.
  ///
  /// The status is 304 if the validator of the request is current.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let held = conditions.withLock { conditions -> HeldAnswer? in
      conditions.requests.append(request)
      let isHeld = conditions.held[request.path]?.isEmpty == false
      return isHeld ? conditions.held[request.path]?.removeFirst() : nil
    }
    let fault = try await held?.pass(progress) ?? self.fault
    if Task.isCancelled { throw .cancelled }
    let response: HTTPResponse
    do {
      response = try answer(to: request)
    } catch {
      throw .failed("\(error)")
    }
    let spoilt = try fault?.spoil(response) ?? response.unlessKnown(to: request)
    guard spoilt.body.count <= request.sizeLimit else {
      throw .tooLarge(limit: request.sizeLimit)
    }
    let total = spoilt.body.count
    conditions.withLock { $0.bytes += total }
    for received in [total / 2, total] {
      progress(TransferProgress(received: received, expected: total))
    }
    return spoilt
  }

  private func answer(to request: HTTPRequest) throws -> HTTPResponse {
    guard request.method == .get else { return HTTPResponse(status: 405, body: Data()) }
    if request.path == Self.listPath { return HTTPResponse(tagged: try self.list.data) }
    guard let city = SampleCity.all.first(where: { Self.path(of: $0.id) == request.path }) else {
      return HTTPResponse(problem: "unknownCity", status: 404)
    }
    let details =
      conditions.withLock { $0.details[city.id] }
      ?? city.details(in: request.query["language"] ?? "en")
    return HTTPResponse(tagged: try details.data)
  }

  private func hold(_ path: String) -> HeldAnswer {
    let answer = HeldAnswer()
    conditions.withLock { $0.held[path, default: []].append(answer) }
    return answer
  }

  private static let listPath = "/v1/cities"

  private static func path(of id: CityID) -> String { "\(listPath)/\(id.rawValue)" }
}

extension HTTPResponse {
  /// Creates a response with a validator that is equal for equal bodies.
  fileprivate init(tagged body: Data) {
    // FNV-1a, because the validator must be the same in every process.
    let hash = body.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0100_0000_01b3
    }
    self.init(status: 200, body: body, etag: ETag(rawValue: "\"\(String(hash, radix: 16))\""))
  }

  fileprivate func unlessKnown(to request: HTTPRequest) -> HTTPResponse {
    guard let etag, request.ifChangedSince == etag else { return self }
    return HTTPResponse(status: 304, body: Data(), etag: etag)
  }
}
