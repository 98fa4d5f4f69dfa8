import Networking

/// What the server is sent.
enum AddressRequest {
  struct Make: Encodable {
    let operation: String
    let address: Address
    let used: Int64
  }

  struct Patch: Encodable {
    let operation: String
    let address: Address?
    let used: Int64
  }

  struct Prefer: Encodable {
    let operation: String
    let id: String
  }

  static let path = "/v1/addresses"

  /// The request of a change of the address that the server knows by this id; of a new one it is
  /// empty.
  static func request(
    _ change: AddressChange, of id: String, key: String, in context: RequestContext
  ) throws(UnusableBody) -> HTTPRequest {
    // What was done to an address that is gone was not done to the one made in its place.
    let suffix = id.isEmpty ? "" : "-\(id)"
    let operation = change.operation + suffix
    var request: HTTPRequest
    switch change.wish {
    case .make(let address, let used):
      let body = Make(operation: operation, address: address, used: used)
      request = HTTPRequest(.post(try .json(body)), path, in: context)
    case .patch(let address, let used):
      let body = Patch(operation: operation, address: address, used: used)
      request = HTTPRequest(.patch(try .json(body)), "\(path)/\(id)", in: context)
    case .remove:
      request = HTTPRequest(.delete, "\(path)/\(id)", in: context)
    case .prefer(let city):
      let body = Prefer(operation: operation, id: id)
      request = HTTPRequest(.put(try .json(body)), "\(path)/defaults/\(city)", in: context)
    }
    request.idempotencyKey = IdempotencyKey(rawValue: key + suffix)
    return request
  }
}
