import Networking
import Sync

/// A change of the note.
///
/// It states the desired result, so that sending it twice does no harm.
struct SampleChange: OutboxChange {
  typealias Rejection = SampleRejection

  let note: String

  var lane: Lane { Lane("sample", "note") }

  // Only the last note counts.
  func coalesce(after earlier: SampleChange) -> CoalescingResult<SampleChange> { .merged(self) }
}

/// The effect of a change, and the requests.
struct SampleModel: OptimisticModel {
  typealias Failure = SampleError

  let transport: any Transport

  func state(of notes: OptimisticSnapshot<StoredNote, SampleChange>) -> SampleState {
    var state = SampleState()
    state.note = notes.base.text
    state.sync = notes.sync
    for item in notes.pending {
      if let reason = item.refusal {
        state.refused = RefusedSample(id: item.id, note: item.change?.note, reason: reason)
      } else if let change = item.change {
        state.note = change.note
      }
    }
    return state
  }

  func fetch(
    _ base: StoredNote, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<StoredNote> {
    var request = HTTPRequest(.get, "/v1/sample", in: context)
    request.ifChangedSince = validator.flatMap(ETag.init)
    return FetchOutcome(await transport.answer(to: request), read: Self.update)
  }

  func send(
    _ outgoing: OutgoingChange<SampleChange>, on base: StoredNote, in context: RequestContext
  ) async -> SendOutcome<SampleChange, StoredNote> {
    let body: HTTPRequest.Body
    do throws(UnusableBody) { body = try .json(["note": outgoing.change.note]) } catch {
      return .unknown
    }
    var request = HTTPRequest(.put(body), "/v1/sample", in: context)
    request.idempotencyKey = outgoing.key
    return SendOutcome(await transport.answer(to: request), applied: Self.update) { _ in
      .rejected(.tooLong)
    }
  }

  private struct Document: Decodable {
    let revision: Int
    let note: String
  }

  private static func update(
    _ response: HTTPResponse
  ) throws(UnusableBody) -> ServerUpdate<StoredNote> {
    let document = try response.json(Document.self)
    return ServerUpdate(version: ServerVersion(document.revision)) { $0.text = document.note }
  }
}
