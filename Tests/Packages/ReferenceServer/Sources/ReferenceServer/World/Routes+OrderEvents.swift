import Foundation
import HTTPTypes
import Hummingbird
import Sandbox

extension Routes {
  private static let lastEventID = HTTPField.Name("Last-Event-ID")

  /// Adds the stream of events about the user's orders, as server-sent events.
  ///
  /// An event has the id and the revision of an order. After a lost connection a client sends the id of the
  /// last event, and receives the later ones.
  func addOrderEvents(to version: RouterGroup<ServerContext>) {
    version.get("order-events") { request, _ in
      guard let account = world.account(of: AppRequest(request)) else {
        return Response(401, "signedOut", "no user is signed in")
      }
      let last = Self.lastEventID.flatMap { request.headers[$0] }.flatMap { Int($0) }
      return Response(
        status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
        body: ResponseBody { writer in
          var sent = last ?? world.orderEvents(of: account, after: 0).last?.sequence ?? 0
          var idle = 0
          while !Task.isCancelled {
            let events = world.orderEvents(of: account, after: sent)
            for event in events {
              let data = #"{"id":"\#(event.id)","revision":\#(event.revision)}"#
              let text = "id: \(event.sequence)\nevent: order\ndata: \(data)\n\n"
              try await writer.write(ByteBuffer(string: text))
              sent = event.sequence
            }
            // A comment every few seconds shows a proxy, and the server, that the connection is alive.
            idle = events.isEmpty ? idle + 1 : 0
            if idle % 50 == 49 { try await writer.write(ByteBuffer(string: ":\n\n")) }
            try await Task.sleep(for: .milliseconds(100))
          }
          try await writer.finish(nil)
        })
    }
  }
}

/// A step in the progress of an order, for tests.
enum OrderStep: String, Codable, Sendable {
  case advance, finish, reject, delay
}

extension SandboxWorld {
  /// Performs a step in the progress of an order, at the current time.
  mutating func make(_ step: OrderStep, of id: String) {
    changeOrder(id) { model in
      switch step {
      case .advance: model.advance(id)
      case .finish: model.finish(id)
      case .reject: model.reject(id, because: "closed")
      case .delay: model.delay(id, by: 600)
      }
    }
  }
}
