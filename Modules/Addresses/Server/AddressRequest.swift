import Networking

/// The requests that send changes of addresses.
enum AddressRequest {
  /// The body of a request; fields that the change does not need are `nil`.
  private struct Body: Encodable {
    let operation: String
    var id: String?
    var address: Address?
    var used: Int64?
  }

  static let path = "/v1/addresses"

  /// Returns the request for a change.
  ///
  /// - Parameters:
  ///   - change: The change to send.
  ///   - id: The server's id of the address; empty for a new address.
  ///   - key: The idempotency key.
  ///   - context: The city of the request.
  /// - Returns: The request.
  /// - Throws: `UnusableBody` if the body cannot be encoded.
  static func request(
    _ change: AddressChange, of id: String, key: IdempotencyKey, in context: RequestContext
  ) throws(UnusableBody) -> HTTPRequest {
    // If an address was removed elsewhere, the user can create it again, and the server gives it a new
    // id. So one change may be sent twice: first for the old id, then for the new id. The suffix
    // distinguishes the requests. Otherwise the server would take the second one for a repetition.
    let suffix = id.isEmpty ? "" : "-\(id)"
    let operation = change.operation + suffix
    var request: HTTPRequest
    switch change.edit {
    case .make(let address, let used):
      let body = Body(operation: operation, address: address, used: used)
      request = HTTPRequest(.post(try .json(body)), path, in: context)
    case .patch(let address, let used):
      let body = Body(operation: operation, address: address, used: used)
      request = HTTPRequest(.patch(try .json(body)), "\(path)/\(id)", in: context)
    case .remove:
      request = HTTPRequest(.delete, "\(path)/\(id)", in: context)
    case .prefer(let city):
      let body = Body(operation: operation, id: id)
      request = HTTPRequest(.put(try .json(body)), "\(path)/defaults/\(city)", in: context)
    }
    request.idempotencyKey = "\(key)\(suffix)"
    return request
  }
}
