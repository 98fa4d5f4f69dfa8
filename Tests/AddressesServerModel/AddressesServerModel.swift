import Foundation
public import Networking

/// A server of addresses as the description of `/v1/addresses` has it, inside the process.
///
/// It is written apart from the module `Addresses` and shares nothing with it but the bytes on the
/// wire, so that a test may believe it. It answers at once and correctly; what goes wrong on the way is
/// up to whoever carries the requests.
///
/// It can be kept as JSON and goes on from there, without the answers that it has given.
public struct AddressesServerModel: Sendable, Codable {
  struct Row: Sendable, Codable {
    let id: String
    var origins: [String]
    var content: AddressView.Content
    var used: Int64
  }

  /// Cities in which nothing is delivered any more.
  public var closedCities: Set<Int> = [] { didSet { revision += 1 } }
  /// Streets that are too far away.
  public var farStreets: Set<String> = [] { didSet { revision += 1 } }

  var rows: [Row] = []
  /// Which address is the default, by the city.
  var defaults: [Int: String] = [:]
  /// What has been done, by the operation: the address it was about.
  var operations: [String: String] = [:]
  var revision = 1
  private var made = 0

  private enum CodingKeys: CodingKey {
    case closedCities, farStreets, rows, defaults, operations, revision, made
  }

  private var answers: [String: (request: String, response: HTTPResponse)] = [:]

  /// Makes a server without addresses.
  public init() {}

  /// The addresses as they would be answered now.
  public var list: AddressListView {
    AddressListView(revision: revision, addresses: rows.map(view))
  }

  /// Whether a change under this key has been answered.
  public func hasAnswered(_ key: String) -> Bool { answers[key] != nil }

  /// Forgets under which keys it has done something, as servers do after some days.
  ///
  /// What was done it still knows by its operation; what was refused it knows by nothing else.
  public mutating func forgetAnswers() {
    answers = answers.filter { $0.value.response.status >= 400 }
  }

  /// Answers a request; one under a known key as it was answered before.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.starts(with: ["v1", "addresses"]), request.context != nil else {
      return .noSuchPath
    }
    if request.method == .get { return parts.count == 2 ? read(request) : .noSuchPath }
    guard let key = request.idempotencyKey?.rawValue else {
      return .refused(400, "a change has a key", code: "keyMissing")
    }
    let fingerprint =
      "\(request.method.word) \(request.path) "
      + String(decoding: request.method.bytes, as: UTF8.self)
    if let known = answers[key] {
      return known.request == fingerprint
        ? known.response : .refused(422, "another change had this key", code: "keyReused")
    }
    let response: HTTPResponse
    do {
      response = try change(request.method, Array(parts.dropFirst(2)))
    } catch {
      response = .refused(400, "\(error)", code: "badRequest")
    }
    answers[key] = (fingerprint, response)
    return response
  }

  private func read(_ request: HTTPRequest) -> HTTPResponse {
    let etag = ETag(rawValue: "\"r\(revision)\"")
    if case .hasChanged(let since)? = request.precondition, since == etag {
      return HTTPResponse(status: 304, body: Data(), etag: etag)
    }
    return .json(list, etag: etag)
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

extension HTTPRequest.Method {
  fileprivate var bytes: Data {
    switch self {
    case .get, .delete: Data()
    case .post(let body), .put(let body), .patch(let body): body.bytes
    }
  }

  fileprivate var word: String {
    switch self {
    case .get: "GET"
    case .delete: "DELETE"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    }
  }
}

extension HTTPResponse {
  static func json(_ value: some Encodable, etag: ETag? = nil, status: Int = 200) -> HTTPResponse {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return HTTPResponse(status: status, body: try encoder.encode(value), etag: etag)
    } catch {
      return HTTPResponse(status: 500, body: Data("\(error)".utf8))
    }
  }

  /// A path that leads to nothing says nothing of addresses, and so is no problem of theirs.
  static var noSuchPath: HTTPResponse { HTTPResponse(status: 404, body: Data()) }

  static var removed: HTTPResponse { .refused(410, "it is gone", code: "addressRemoved") }

  static func refused(_ status: Int, _ reason: String, code: String) -> HTTPResponse {
    HTTPResponse(problem: code, status: status, reason: reason)
  }
}
