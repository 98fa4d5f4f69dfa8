import Commerce
import Networking
import Sync

/// The server's endpoints for menus and unavailable items.
struct MenuServer: Sendable {
  let transport: any Transport

  /// The maximum size of a menu in bytes.
  ///
  /// The limit is ten times the size of a large chain's menu, and small enough for a phone's memory.
  static let sizeLimit = 16 << 20

  func menu(
    _ scope: MenuScope, in context: RequestContext, ifNot validator: String?
  ) async -> FetchOutcome<MenuSnapshot?> {
    var request = HTTPRequest(
      .get, "/v1/menu", query: ["fulfilment": scope.fulfillment.rawValue], in: context)
    request.sizeLimit = Self.sizeLimit
    return await fetch(request, ifNot: validator) { response throws(UnusableBody) in
      let menu = try MenuSnapshot(response.json(MenuDocument.self))
      return ServerUpdate(menu, version: ServerVersion(menu.revision))
    }
  }

  func stops(
    in context: RequestContext, ifNot validator: String?
  ) async -> FetchOutcome<UnavailableItems?> {
    let request = HTTPRequest(.get, "/v1/menu/stops", in: context)
    return await fetch(request, ifNot: validator) { response throws(UnusableBody) in
      let stops = UnavailableItems(try response.json(StopDocument.self))
      return ServerUpdate(stops, version: ServerVersion(stops.revision))
    }
  }

  private func fetch<Value>(
    _ request: HTTPRequest, ifNot validator: String?,
    _ read: (HTTPResponse) throws(UnusableBody) -> ServerUpdate<Value?>
  ) async -> FetchOutcome<Value?> {
    var request = request
    request.ifChangedSince = validator.flatMap(ETag.init)
    let answer = await transport.answer(to: request)
    // A menu needs no sign-in, so a refusal closes no gate.
    if case .unauthorized = answer { return .failed(FetchFailure(answer)) }
    return FetchOutcome(answer, read: read)
  }
}
