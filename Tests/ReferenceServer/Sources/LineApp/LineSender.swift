import Foundation
import Networking
import Storage
import Sync

/// Sends changes of lines and stores the server's IDs.
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
      // A repetition has to equal the first request, so a creation stays a POST when the ID is
      // known.
      let known = try await ids.element(change.line).flatMap { line in
        line.madeBy == outgoing.key ? nil : line.serverID
      }
      let body = try HTTPRequest.Body.json(["quantity": change.quantity])
      var request = HTTPRequest.withoutCity(
        known == nil ? .post(body) : .put(body), known.map { "/v1/lines/\($0)" } ?? "/v1/lines")
      request.idempotencyKey = IdempotencyKey(rawValue: outgoing.key)
      return await delivery(await transport.answer(to: request), of: outgoing)
    } catch {
      return .rejected("\(error)")
    }
  }

  private func delivery(
    _ answer: Answer, of outgoing: OutgoingChange<LineChange>
  ) async -> Delivery<LineChange> {
    let change = outgoing.change
    var made: ServerLine?
    let delivery = Delivery<LineChange>(answer) { response in
      do {
        made = try response.json(ServerLine.self)
        return .applied()
      } catch {
        // The change was applied; a repetition under the same key returns the result.
        return .unknown
      }
    } conflict: { _ in
      .conflict(rebased: change)
    } gone: { _ in
      .rejected("there is no such line")
    }
    guard let made else { return delivery }
    do {
      // Stored before the change counts as sent, so that the next change finds the ID.
      try await ids.update { ids in
        if ids[id: change.line] == nil {
          ids.save(LineID(id: change.line, serverID: made.id, madeBy: outgoing.key))
        }
      }
      return delivery
    } catch {
      return .unknown
    }
  }
}

/// The server's ID of a line, and the key of the change that created the line.
struct LineID: Codable, Identifiable, Sendable {
  let id: Int
  let serverID: String
  let madeBy: String
}

/// A line in the server's wire format.
private struct ServerLine: Decodable {
  let id: String
}
