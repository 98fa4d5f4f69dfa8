import Cart
import Commerce
import Foundation
@_spi(SettledCity) import Networking
import Storage
import Sync

/// Benchmark of the time that a tap takes in a cart with 200 lines, through the public contract.
///
/// Makes as many taps as its argument says without a network, twice, and prints one figure per line.
@main
enum CartBenchmarks {
  private static let taps = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000

  static func main() async throws {
    guard let tenge = CurrencyCode(rawValue: "KZT"),
      let city = RequestContext(country: "KZ", city: 1_526_384, language: "en")
    else { preconditionFailure("KZ has tenge") }
    let items = (0..<200).map { number in
      CartItem(
        ItemConfiguration(
          product: "pizza-\(number)", variant: "large",
          modifiers: [.init("cheese", count: 2), .init("ham")], removed: ["onion"]),
        city: city.city, name: "Pizza \(number)", variantName: "30 cm",
        details: ["cheese ×2", "ham", "no onion"], unitPrice: Money(290_000, tenge), revision: "1")
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cart-benchmarks-\(UUID().uuidString)")
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { print("left: \(folder)") }
    }
    var directory = StorageDirectory(folder)
    try await measure(items, changes: 200, in: launch(in: directory, city))
    // Changes of earlier launches are not merged with later ones, so each launch adds 200 changes.
    for _ in 0..<3 {
      directory.close()
      directory = StorageDirectory(folder)
      let cart = launch(in: directory, city)
      for item in items { try await cart.add(item, count: 1) }
    }
    directory.close()
    directory = StorageDirectory(folder)
    let start = ContinuousClock().now
    let cart = launch(in: directory, city)
    try await cart.load()
    figure("800 waiting changes are on the screen after a start", [ContinuousClock().now - start])
    try await measure(items, changes: 1_000, in: cart)
  }

  /// Measures taps on lines that have a pending change each, behind the `changes` of earlier
  /// launches.
  private static func measure(
    _ items: [CartItem], changes: Int, in cart: any ShoppingCart
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      for item in items.dropLast(changes == 1_000 ? 1 : 0) { try await cart.add(item, count: 1) }
      var shown: [Duration] = []
      var kept: [Duration] = []
      for tap in 0..<taps {
        let item = items[tap * 7 % 199]
        let clock = ContinuousClock()
        let start = clock.now
        async let answer = cart.setQuantity(2 + tap % 50, of: item.line)
        for await state in cart.states() where state.isShown(2 + tap % 50, of: item.line) { break }
        shown.append(clock.now - start)
        _ = try await answer
        kept.append(clock.now - start)
      }
      figure("a tap is on the screen, with \(changes) changes waiting", shown)
      figure("a tap is on the disk, with \(changes) changes waiting", kept)
      group.cancelAll()
    }
  }

  private static func launch(
    in directory: StorageDirectory, _ city: RequestContext
  ) -> any ShoppingCart {
    let gate = Gate(closedFor: [.offline])
    return FeatureEnvironment(
      transport: Nowhere(), directory: directory, city: SettledCity(city, gate: gate)
    ).makeCart()
  }

  private static func figure(_ name: String, _ times: [Duration]) {
    let sorted = times.sorted()
    let texts = [sorted[sorted.count / 2], sorted[(sorted.count - 1) * 99 / 100]].map {
      $0.formatted(
        .units(
          allowed: [.milliseconds, .microseconds], maximumUnitCount: 1,
          fractionalPart: .show(length: 2)))
    }
    print("\(name): median \(texts[0]), 99 % within \(texts[1])")
  }
}

extension CartState {
  fileprivate func isShown(_ quantity: Int, of line: CartLine.ID) -> Bool {
    lines.first { $0.id == line }?.quantity == quantity
  }
}

/// A transport without a network.
private struct Nowhere: Transport {
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
