import Foundation
import Networking
import Storage
import Sync

/// Sends changes of lines, and keeps the ids that the server gives.
struct LineSender: Sendable {
  private let transport: any Transport
  private let ids: CollectionRepository<LineID>

  init(transport: any Transport, directory: StorageDirectory) {
    self.transport = transport
    ids = CollectionRepository(
      .memoryBackedByFile("ids"), class: .critical, schema: Schema(LineID.self), in: directory)
  }

  func send(_ outgoing: OutgoingChange<LineChange>) async -> Delivery<LineChange> {
    let change = outgoing.change
    do {
      let known = try await ids.element(change.line)?.serverID
      let body = try HTTPRequest.Body.json(["quantity": change.quantity])
      var request = HTTPRequest.withoutCity(
        known == nil ? .post(body) : .put(body), known.map { "/v1/lines/\($0)" } ?? "/v1/lines")
      request.idempotencyKey = IdempotencyKey(rawValue: outgoing.key)
      return await delivery(await transport.answer(to: request), of: change)
    } catch {
      return .rejected("\(error)")
    }
  }

  private func delivery(_ answer: Answer, of change: LineChange) async -> Delivery<LineChange> {
    var made: ServerLine?
    let delivery = Delivery<LineChange>(answer) { response in
      do {
        made = try response.json(ServerLine.self)
        return .applied()
      } catch {
        // It was applied, and asking again under the same key tells how.
        return .unknown
      }
    } conflict: { _ in
      .conflict(rebased: change)
    } gone: { _ in
      .rejected("there is no such line")
    }
    guard let made else { return delivery }
    do {
      // Before the change counts as done, so that the next one finds it.
      try await ids.save(LineID(id: change.line, serverID: made.id))
      return delivery
    } catch {
      return .unknown
    }
  }
}

/// The server's id of a line.
struct LineID: Codable, Identifiable, Sendable {
  let id: Int
  let serverID: String
}

/// A line as the server answers with it.
private struct ServerLine: Decodable {
  let id: String
}
