import Cart
import Commerce
import Foundation
import Networking
import Storage
import Sync
import Workloads

/// Taps on a line of the largest cart, offline, with an observing screen and a full queue.
struct CartTaps {
  let folder: URL

  func measure() async throws {
    let cart = try await fullCart()
    try await withThrowingTaskGroup(of: Void.self) { group in
      // As in an app: the cart runs, and a screen observes its states.
      group.addTask { try await cart.run() }
      group.addTask {
        var screen = CartState.empty
        for await state in cart.states() { screen = state }
        guard !screen.lines.isEmpty else { throw Refusal("nothing was shown") }
      }
      try await tap(cart)
      group.cancelAll()
    }
  }

  /// Fills the cart for the taps of later processes.
  func fill() async throws { _ = try await fullCart() }

  /// Performs one tap in the full cart, which loads it, and then a number of taps, for a tool that counts
  /// instructions.
  func make(_ count: Int) async throws {
    let cart = try await fill(5, lines: 0)
    let line = Self.item(0).line
    for tap in 0...count { try await cart.setQuantity(2 + tap % 90, of: line) }
  }

  private func fullCart() async throws -> any ShoppingCart {
    // Changes from before a restart are not merged, so each launch adds one change per line.
    for launch in 0..<4 { _ = try await fill(launch, lines: 200) }
    return try await fill(4, lines: 199)
  }

  private func tap(_ cart: any ShoppingCart) async throws {
    let journal = CollectionRepository(
      .memoryBackedByFile("journal"), class: .critical, schema: StoredSchema(Entry.self),
      in: StorageDirectory(folder.appending(path: "journal")))
    let raw = RawFile(folder.appending(path: "raw").path)
    let bytes = Data(repeating: 7, count: 400)
    let line = Self.item(0).line
    var (taps, additions, appends) = ([Double](), [Double](), [Double]())
    for tap in 0..<200 {
      taps.append(
        try await timed {
          try await cart.setQuantity(2 + tap % 90, of: line)
          guard cart.state.lines.count == 200 else { throw Refusal("\(cart.state.lines.count)") }
        })
      additions.append(
        try await timed { try await journal.save(Entry(id: tap, payload: bytes)) })
      appends.append(try await timed { try raw.append(bytes) })
    }
    print("waiting", cart.state.pending.count)
    print("tap", taps.median)
    print("journal", additions.median)
    print("append", appends.median)
  }

  /// A journal entry of the size of a tap.
  private struct Entry: Codable, Identifiable {
    let id: Int
    let payload: Data
  }

  private func fill(_ launch: Int, lines: Int) async throws -> any ShoppingCart {
    let directory = StorageDirectory(folder.appending(path: "cart"))
    let ids = Counter(launch * 1_000_000)
    let gate = Gate(closedFor: [.offline])
    let cart = FeatureEnvironment(
      transport: Offline(), directory: directory, city: SettledCity(try .almaty(), gate: gate),
      makeID: ids.next
    ).makeCart()
    for line in 0..<lines { try await cart.add(Self.item(line), count: 1) }
    if launch < 4 { directory.close() }
    return cart
  }

  private static func item(_ index: Int) -> CartItem {
    CartItem(
      ItemConfiguration(
        product: "product-\(index)", modifiers: [.init("cheese"), .init("ham", count: 2)],
        removed: ["onion"]), city: 1_526_384, name: "Pizza \(index)", variantName: "30 cm",
      details: ["Cheese", "Ham"], unitPrice: Money(250_000 + Int64(index), currency),
      revision: "1")
  }

  private static var currency: CurrencyCode {
    guard let tenge = CurrencyCode(rawValue: "KZT") else { preconditionFailure("no currency") }
    return tenge
  }
}

/// A network without connection.
struct Offline: Transport {
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
