import Foundation
import OpenAPIChecker
import Sandbox

extension Client {
  /// Fetches all addresses.
  func addresses(_ headers: [String: String] = [:]) async throws -> RecordedAnswer {
    try await send("GET", "/v1/addresses", headers.merging(Self.city) { $1 })
  }

  /// Sends a change of addresses under a key.
  func changeAddress(
    _ method: String, _ path: String = "", key: String, _ body: String? = nil,
    _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await send(
      method, "/v1/addresses\(path)",
      headers.merging(Self.city) { $1 }.merging(["Idempotency-Key": "\"\(key)\""]) { $1 },
      body: body)
  }

  /// Creates an address in a street; the operation defaults to the key.
  func makeAddress(
    _ street: String, key: String, operation: String? = nil, label: String = ""
  ) async throws -> RecordedAnswer {
    try await changeAddress("POST", key: key, Self.wish(street, operation ?? key, label: label))
  }

  /// Returns the body of a request for an address in a street.
  static func wish(_ street: String, _ operation: String, label: String = "") -> String {
    """
    {"operation":"\(operation)","used":0,"address":{"city":1526384,"template":"KZ",
      "label":"\(label)","fields":[{"type":"street","value":"\(street)"},
      {"type":"house","value":"1"}]}}
    """
  }
}

extension RecordedAnswer {
  /// The addresses in the response.
  var list: AddressListView {
    get throws { try json(as: AddressListView.self) }
  }
}
