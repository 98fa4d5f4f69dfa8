import Foundation

/// The service's own statement of the reason for an error.
///
/// With a 4xx status, it proves that the service has not executed the request. The status alone does not
/// prove this. A wrong route, a CDN, a proxy and a hotel's sign-in page also respond with 404, 401 or 403. A
/// response comes from the service itself only if its body has the service's problem type (RFC 9457):
///
/// ```json
/// {"type": "urn:food-ordering:problem", "status": 410, "code": "cartClosed", "reason": "…"}
/// ```
///
/// The service sends the body as `application/problem+json`. This header is not checked, because a
/// proxy may rewrite it; the `type` member identifies a problem. A problem may have further members,
/// such as the current value after a conflict. Decode them from ``response``.
///
/// ```swift
/// if case .notFound(let problem) = outcome, problem.code == "cartClosed" { showNewCart() }
/// ```
public struct ServiceProblem: Sendable, Hashable {
  /// The member `type` of every problem of the service, by which a problem is recognized.
  public static let type = "urn:food-ordering:problem"

  /// The machine-readable reason: 1 to 64 ASCII letters, digits and dashes, such as `cartClosed`.
  public let code: String

  /// The human-readable reason, at most 300 characters; `nil` if the service sends none.
  public let reason: String?

  /// The response with the problem in its body, from which a caller decodes further members.
  public let response: HTTPResponse

  /// Decodes the problem of a 4xx or 5xx response.
  ///
  /// Returns `nil` for any other status, if the body is not a valid problem, or if the `status` member
  /// differs from the response's status.
  public init?(_ response: HTTPResponse) {
    guard (400...599).contains(response.status) else { return nil }
    let document: Document
    do { document = try response.json(Document.self) } catch { return nil }
    // If the statuses differ, a proxy or a CDN has replaced the status of the service.
    guard document.type == Self.type, document.status == response.status,
      Self.isCode(document.code)
    else { return nil }
    code = document.code
    // A reason that is no text makes the refusal no less certain (RFC 9457, 3.1).
    reason = document.reason?.value.map { String($0.prefix(300)) }
    self.response = response
  }

  /// The HTTP status code of ``response``, 400 to 599.
  public var status: Int { response.status }

  private struct Document: Decodable {
    let type: String
    let status: Int
    let code: String
    let reason: Lossy<String>?
  }

  private static func isCode(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
  }
}

extension HTTPResponse {
  /// Creates a response with a problem of the service, for transports that answer in its place, such as
  /// those of tests.
  ///
  /// - Parameters:
  ///   - code: The machine-readable reason, in letters, digits and dashes.
  ///   - status: The HTTP status code.
  ///   - reason: The human-readable reason.
  ///   - retryAfter: The delay before the next attempt.
  public init(
    problem code: String, status: Int, reason: String? = nil, retryAfter: Duration? = nil
  ) {
    struct Members: Encodable {
      let type = ServiceProblem.type
      let status: Int
      let code: String
      let reason: String?
    }
    var body = Data()
    // Texts and a number can always be encoded.
    do throws(UnusableBody) {
      let members = Members(status: status, code: code, reason: reason)
      body = try HTTPRequest.Body.json(members).bytes
    } catch {}
    self.init(status: status, body: body, retryAfter: retryAfter)
  }
}

extension ServiceProblem: CustomStringConvertible {
  /// One line for a log or a screen: the reason if there is one, otherwise the status and the code.
  public var description: String { reason ?? "HTTP \(status), \(code)" }
}
