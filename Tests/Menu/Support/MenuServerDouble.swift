import Foundation
public import Networking
public import NetworkingTestSupport
import Synchronization

/// Server for tests and previews with the sample menu and configurable faults.
@dynamicMemberLookup
public final class MenuServerDouble: Transport {
  /// The responses of the server, and the requests that it has received.
  public struct Conditions: Sendable {
    /// Whether the network is unavailable.
    public var isOffline = false
    /// Response that replaces the server's; `nil` for none.
    public var hostile: HostileAnswer?
    /// Whether the server receives requests but does not answer until they are canceled, or it speaks again.
    public var isSilent = false
    /// Revision of the sample menu.
    public var revision = 1
    /// Menu served instead of the sample, in any language; `nil` for the sample.
    public var menu: String?
    /// Stop list of the server.
    public var stops = SampleMenu.stops(1)
    /// Received requests, in order.
    public var requests: [HTTPRequest] = []
  }

  private let conditions = Mutex(Conditions())
  private let held = AsyncStream.makeStream(of: Void.self)

  /// Creates a server without faults, with revision 1 of the sample menu.
  public init() {}

  /// A condition of the server, which a test reads and replaces.
  public subscript<T: Sendable>(dynamicMember path: WritableKeyPath<Conditions, T>) -> T {
    get { conditions.withLock { $0[keyPath: path] } }
    set { conditions.withLock { $0[keyPath: path] = newValue } }
  }

  /// Waits for the next unanswered request; each request counts once.
  public func holdsRequest() async {
    for await _ in held.stream { return }
  }

  /// Suspends a request until it is canceled or the server speaks again.
  func hold() async {
    guard self.isSilent else { return }
    held.continuation.yield()
    while self.isSilent, !Task.isCancelled { await Task.yield() }
  }

  /// Answers `GET` of `/v1/menu` and `/v1/menu/stops` with an `ETag`; 404 for other paths or without a
  /// city.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    guard !self.isOffline else { throw .offline }
    conditions.withLock { $0.requests.append(request) }
    await hold()
    if Task.isCancelled { throw .cancelled }
    guard request.method == .get else { return HTTPResponse(status: 405, body: Data()) }
    guard let context = request.context, let body = body(for: request, in: context) else {
      return HTTPResponse(status: 404, body: Data())
    }
    let etag = ETag(rawValue: "\"\(Self.version(of: body))\"")
    if let hostile = self.hostile {
      return try hostile.response(
        to: HTTPResponse(status: 200, body: Data(body.utf8), etag: etag))
    }
    if let etag, request.ifChangedSince == etag {
      return HTTPResponse(status: 304, body: Data(), etag: etag)
    }
    guard body.utf8.count <= request.sizeLimit else { throw .tooLarge(limit: request.sizeLimit) }
    return HTTPResponse(status: 200, body: Data(body.utf8), etag: etag)
  }

  private func body(for request: HTTPRequest, in context: RequestContext) -> String? {
    switch request.path {
    case "/v1/menu":
      self.menu
        ?? SampleMenu.text(
          revision: self.revision, language: context.language,
          fulfillment: request.query["fulfilment"] ?? "delivery")
    case "/v1/menu/stops": self.stops
    default: nil
    }
  }

  /// Returns an FNV-1a hash: equal texts have equal versions in every run.
  private static func version(of text: String) -> UInt64 {
    text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}
