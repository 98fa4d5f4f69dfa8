import Foundation
public import Networking

/// A server of notes as a value.
public struct SampleServerModel: ServerModel, Codable {
  /// The note; empty if there is none.
  public private(set) var note = ""

  private var revision = 1

  /// Creates a server without a note.
  public init() {}

  /// Changes the note, as another device of the user would.
  public mutating func write(_ text: String) {
    if text != note { (note, revision) = (text, revision + 1) }
  }

  /// Answers a request; refuses a note of more than 100 characters.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    do {
      if case .put(let body) = request.method {
        let wanted = try JSONDecoder().decode([String: String].self, from: body.bytes)["note"] ?? ""
        guard wanted.count <= 100 else {
          return HTTPResponse(problem: "tooLong", status: 422, reason: "The note is too long.")
        }
        write(wanted)
      }
      return HTTPResponse(status: 200, body: try JSONEncoder().encode(self))
    } catch {
      return HTTPResponse(status: 400, body: Data())
    }
  }
}
