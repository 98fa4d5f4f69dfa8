import Foundation
public import Networking

/// An in-process server of addresses that implements the OpenAPI description of `/v1/addresses`.
///
/// The model shares only the wire format with the module `Addresses`. Therefore an error in the
/// module is not repeated in the model, and tests with the model can find it. The model answers at
/// once and without faults. A ``SandboxServer`` adds delays and faults.
///
/// The encoded form contains all data except the recorded responses to changes.
public struct AddressesServerModel: ServerModel, Codable {
  struct Row: Sendable, Codable {
    let id: String
    var origins: [String]
    var content: AddressView.Content
    var used: Int64
  }

  /// The ids of the cities without delivery.
  public var closedCities: Set<Int> = [] { didSet { revision += 1 } }
  /// The names of the streets outside the delivery zone.
  public var farStreets: Set<String> = [] { didSet { revision += 1 } }

  var rows: [Row] = []
  /// The id of the default address, by the city's id.
  var defaults: [Int: String] = [:]
  /// The id of the address that each applied operation created or changed, by the operation's id.
  var operations: [String: String] = [:]
  var revision = 1
  private var made = 0

  private enum CodingKeys: CodingKey {
    case closedCities, farStreets, rows, defaults, operations, revision, made
  }

  private var answers = AnsweredChanges()

  /// Creates a server without addresses.
  public init() {}

  /// The addresses as the server would send them now.
  public var list: AddressListView {
    AddressListView(revision: revision, addresses: rows.map(view))
  }

  /// Returns whether a change under this idempotency key has been answered.
  public func hasAnswered(_ key: String) -> Bool { answers.contains(key) }

  /// Discards the recorded successful responses, as servers do after some days.
  ///
  /// A repeated change still has no second effect, because the server stores the id of each applied
  /// operation. The server stores no ids of rejected operations. Therefore the error responses
  /// remain recorded.
  public mutating func forgetAnswers() {
    answers.forgetSuccesses()
  }

  /// Answers a request.
  ///
  /// A change with the idempotency key of an earlier change gets the earlier response again. If the
  /// two changes differ, the response is 422.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.starts(with: ["v1", "addresses"]), request.context != nil else {
      return .status(404)
    }
    if request.method == .get {
      guard parts.count == 2 else { return .status(404) }
      return .json(list, etag: ETag(rawValue: "\"r\(revision)\"")).unlessKnown(to: request)
    }
    if let known = answers.response(to: request) { return known }
    let response: HTTPResponse
    do {
      response = try change(request.method, Array(parts.dropFirst(2)))
    } catch {
      response = .refused(400, "badRequest", "\(error)")
    }
    return answers.record(response, to: request)
  }

  mutating func insert(_ content: AddressView.Content, used: Int64, origin: String) -> String {
    made += 1
    let row = Row(id: "s\(made)", origins: [origin], content: content, used: used)
    rows.append(row)
    return row.id
  }

  private func view(_ row: Row) -> AddressView {
    let isFar = farStreets.contains(row.content["street"])
    let problem: AddressView.Problem? =
      if closedCities.contains(row.content.city) {
        .init(code: "cityClosed", reason: "We have left this city.")
      } else if isFar {
        .init(code: "outsideZone", reason: "This is too far away.")
      } else {
        nil
      }
    return AddressView(
      id: row.id, origins: row.origins, address: row.content, used: row.used,
      isDefault: defaults[row.content.city] == row.id, problem: problem)
  }
}

extension HTTPResponse {
  static var removed: HTTPResponse { .refused(410, "addressRemoved", "this address was removed") }
}
