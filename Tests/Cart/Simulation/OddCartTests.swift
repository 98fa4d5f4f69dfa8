import Cart
import CartTestSupport
import Commerce
import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

struct OddCartTests {
  private static let seeds = seedCount("ODD_CARTS", otherwise: 60)

  @Test func `A cart with one odd line is shown whole, and each of its lines can be changed`()
    async throws
  {
    for seed in 0..<Self.seeds {
      try await check(OddCartServer(seed), seed)
    }
  }

  private func check(_ server: OddCartServer, _ seed: UInt64) async throws {
    let device = AppDevice(server, .memory)
    device.city.settle(in: .almaty)
    let cart = device.environment().makeCart()
    try await cart.adopt("c", in: RequestContext.almaty.city)
    let name = "seed \(seed): \(server.oddity)"
    try await running(cart.run) {
      try await cart.refresh()
      let lines = cart.state.lines
      try #require(lines.count == server.count, "\(name)")
      #expect(cart.state.totals != nil, "\(name)")
      for (place, line) in lines.enumerated() where place != server.odd {
        #expect(line.problems.isEmpty && line.quantity == server.quantity(at: place), "\(name)")
        try await cart.change(line.id, by: 1)
      }
      try #require(await isSettled(cart), "\(name)")
      #expect(server.changes == server.count - 1, "\(name)")
      try await cart.setQuantity(0, of: lines[server.odd].id)
      try #require(await isSettled(cart), "\(name)")
      #expect(server.isOddLineRemoved, "\(name)")
      let others = lines.enumerated().filter { $0.offset != server.odd }
      #expect(cart.state.lines.map(\.id) == others.map(\.element.id), "\(name)")
      #expect(cart.state.problems.isEmpty, "\(name)")
    }
  }

  /// Waits until no change is pending, and returns whether the server has accepted all of them.
  private func isSettled(_ cart: any ShoppingCart) async -> Bool {
    await cart.when { $0.pending.allSatisfy { $0.status.isFailed } }.pending.isEmpty
  }
}

/// A server with one cart, of which it tells one line oddly.
private final class OddCartServer: Transport {
  struct Line {
    let item: Data
    let price: Int64
    var quantity: Int
  }

  struct Content {
    var lines: [Line]
    /// The place of the odd line; `nil` once it is removed.
    var odd: Int?
    let oddity: Oddity
    var version = 1
    var changes = 0
  }

  /// The place of the odd line among ``count`` lines.
  let odd: Int
  let count: Int
  let oddity: Oddity
  private let content: Mutex<Content>

  init(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    count = Int.random(in: 1...6, using: &random)
    odd = Int.random(in: 0..<count, using: &random)
    oddity = Oddity(&random)
    content = Mutex(
      Content(
        lines: try (0..<count).map { number in
          let price = Int64.random(in: 0...9_000, using: &random)
          let modifiers = [ItemConfiguration.Modifier("cheese", in: "extra", count: number % 3 + 1)]
          let item = CartItem.sample(
            "p\(number)", "Product \(number)", price, modifiers: number % 2 == 0 ? [] : modifiers)
          return Line(
            item: try JSONEncoder().encode(item), price: price,
            quantity: .random(in: 1...90, using: &random))
        }, odd: odd, oddity: oddity))
  }

  var changes: Int { content.withLock { $0.changes } }
  var isOddLineRemoved: Bool { content.withLock { $0.odd == nil } }
  func quantity(at place: Int) -> Int { content.withLock { $0.lines[place].quantity } }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    do {
      return try content.withLock { content in
        if case .put(let body) = request.method { try content.change(body.bytes) }
        return HTTPResponse(
          status: 200, body: try JSONSerialization.data(withJSONObject: content.document()))
      }
    } catch { return HTTPResponse(problem: "unknownLine", status: 422) }
  }
}

extension OddCartServer.Content {
  mutating func change(_ body: Data) throws {
    let change = try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
    guard let quantity = change["quantity"] as? Int else { throw CocoaError(.coderInvalidValue) }
    let place = try lines.indices.first { isSame(try row(at: $0)["item"], change["item"]) }
    guard let place else { throw CocoaError(.coderValueNotFound) }
    version += 1
    if quantity == 0, place == odd {
      odd = nil
      lines.remove(at: place)
    } else {
      changes += quantity == lines[place].quantity + 1 ? 1 : 0
      lines[place].quantity = quantity
    }
  }

  func document() throws -> [String: Any] {
    let sum = lines.reduce(0) { $0 + $1.price * Int64($1.quantity) }
    return [
      "id": "c", "version": version, "city": 1_526_384, "currency": "KZT",
      "lines": try lines.indices.map(row(at:)), "promos": [Any](), "fees": [Any](), "minimum": 0,
      "problems": [Any](),
      "totals": ["items": sum, "discounts": [Any](), "discount": 0, "due": sum] as [String: Any],
    ]
  }

  private func row(at place: Int) throws -> [String: Any] {
    let line = lines[place]
    let sum = line.price * Int64(line.quantity)
    var row: [String: Any] = [
      "kind": "chosen", "id": "", "quantity": line.quantity, "unitPrice": line.price,
      "total": sum, "discounts": [Any](), "final": sum,
      "problems": [Any](), "item": try JSONSerialization.jsonObject(with: line.item),
    ]
    if place == odd { try oddity.apply(to: &row) }
    return row
  }

  /// Whether two items, or what stands in their place, are the same for the server.
  private func isSame(_ told: Any?, _ sent: Any?) -> Bool {
    if let told = told as? [String: Any], let sent = sent as? [String: Any],
      let one = told["configuration"] as? [String: Any],
      let other = sent["configuration"] as? [String: Any]
    {
      return NSDictionary(dictionary: meaning(of: one))
        == NSDictionary(dictionary: meaning(of: other))
    }
    return (told as? NSObject) == (sent as? NSObject)
  }

  /// Leaves out the fields that mean as much as missing ones.
  private func meaning(of configuration: [String: Any]) -> [String: Any] {
    configuration.filter { !($0.value is NSNull) && ($0.value as? [Any])?.isEmpty != true }
  }
}

/// A value that a server tells in place of a field of a line.
private struct Oddity: Sendable, CustomStringConvertible {
  private static let paths = [
    ["kind"], ["id"], ["quantity"], ["unitPrice"], ["total"], ["final"], ["discounts"],
    ["problems"], ["item"], ["item", "configuration"], ["item", "name"], ["item", "city"],
    ["item", "details"], ["item", "image"], ["item", "unitPrice"], ["item", "revision"],
    ["item", "variantName"], ["item", "unitPrice", "minorUnits"],
    ["item", "unitPrice", "currency"],
    ["item", "configuration", "product"], ["item", "configuration", "modifiers"],
    ["item", "configuration", "removed"],
  ]
  private static let values = [
    "null", "-1", "7", "0", "9223372036854775807", "-9223372036854775808", "2.5", "1e300", "true",
    "\"\"", "\"odd\"", "\"\(String(repeating: "x", count: 3_000))\"", "[]", "{}", "[null]", "[7]",
    "[{}]", "{\"amount\":-5}", "[[[[]]]]",
  ]

  private let path: [String]
  /// The value as JSON; `nil` if the field is missing.
  private let value: String?

  init(_ random: inout SplitMix64) {
    while true {
      let path = Self.paths.randomElement(using: &random) ?? []
      let value = (Self.values + [nil]).randomElement(using: &random) ?? nil
      // A kind that this release does not know is no oddity, and such a line cannot be changed.
      if path == ["kind"], value?.hasPrefix("\"") == true { continue }
      // Without an item, a request cannot name the line.
      if path == ["item"], value == nil || value == "null" { continue }
      (self.path, self.value) = (path, value)
      return
    }
  }

  var description: String { "\(path.joined(separator: ".")): \(value?.prefix(40) ?? "missing")" }

  func apply(to row: inout [String: Any]) throws {
    let bytes = Data((value ?? "null").utf8)
    let new = try JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)
    set(value == nil ? nil : new, at: path[...], in: &row)
  }

  private func set(_ new: Any?, at path: ArraySlice<String>, in object: inout [String: Any]) {
    guard let key = path.first else { return }
    guard path.count > 1 else {
      object[key] = new
      return
    }
    var inner = object[key] as? [String: Any] ?? [:]
    set(new, at: path.dropFirst(), in: &inner)
    object[key] = inner
  }
}
