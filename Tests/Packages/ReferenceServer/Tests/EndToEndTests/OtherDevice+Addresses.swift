import Foundation
import Sandbox

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension OtherDevice {
  /// Edits or removes a shared address, or creates one that the app may create too.
  ///
  /// - Returns: Whether the server has applied the change.
  func changeAddress() async throws -> Bool {
    let rows = try await addresses()
    let shared = rows.filter { AddressDiary.shared ~= $0.address.slot }
    switch Int.random(in: 0..<3) {
    case 0:
      guard let row = shared.randomElement() else { return false }
      let fields = row.address.fields.map { field in
        field.type == "doorCode" ? AddressView.Content.Field("doorCode", "X\(rows.count)") : field
      }
      let content = AddressView.Content(
        city: row.address.city, template: row.address.template, label: row.address.label,
        fields: fields)
      return try await send("PATCH", "/\(row.id)", content)
    case 1:
      guard let row = shared.randomElement() else { return false }
      return try await send("DELETE", "/\(row.id)", nil)
    default:
      let content = AddressView.Content(
        city: 1_526_384, template: "KZ",
        fields: [.init("street", "STREET \(Int.random(in: 16..<20))"), .init("house", "1")])
      return try await send("POST", "", content)
    }
  }

  /// Returns the server's addresses.
  func addresses() async throws -> [AddressView] {
    let (_, body) = try await answer(to: request("/v1/addresses"))
    return try JSONDecoder().decode(AddressListView.self, from: body).addresses
  }

  private func send(
    _ method: String, _ path: String, _ content: AddressView.Content?
  ) async throws -> Bool {
    let operation = UUID().uuidString
    var request = request("/v1/addresses\(path)")
    request.httpMethod = method
    request.setValue("\"\(operation)\"", forHTTPHeaderField: "Idempotency-Key")
    if let content {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = try JSONEncoder().encode(
        Wish(operation: operation, address: content, used: 0))
    }
    return try await answer(to: request).status == 200
  }

  private struct Wish: Encodable {
    let operation: String
    let address: AddressView.Content
    let used: Int
  }
}
