import Foundation
public import Networking
public import Sandbox

/// A server of notes inside the process.
public struct SampleServer: ServerModel {
  /// The note; empty if there is none.
  public var note = ""

  private var revision = 1

  /// Creates a server without a note.
  public init() {}

  /// Answers a request; refuses a note of more than 100 characters.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    struct Document: Codable {
      var revision: Int?
      let note: String
    }
    do {
      if case .put(let body) = request.method {
        let wanted = try JSONDecoder().decode(Document.self, from: body.bytes).note
        guard wanted.count <= 100 else {
          return HTTPResponse(problem: "tooLong", status: 422, reason: "The note is too long.")
        }
        if wanted != note { (note, revision) = (wanted, revision + 1) }
      }
      return HTTPResponse(
        status: 200, body: try JSONEncoder().encode(Document(revision: revision, note: note)))
    } catch {
      return HTTPResponse(status: 400, body: Data())
    }
  }
}

/// A server of notes with injected faults.
public typealias SampleServerDouble = SandboxServer<SampleServer>
