import Cart
import Cities
import Commerce
import FoodApp
import FoodAppTestSupport
import Foundation
import StorageTestSupport
import Sync
import Testing

struct TappingTests {
  enum Change: CaseIterable { case city, account, language }

  @Test(arguments: Change.allCases)
  func `No tap after a change of the city, the account or the language is refused`(
    _ change: Change
  ) async throws {
    let device = FoodAppDevice(.memory)
    try await device.runAsGuest { app, _ in
      for step in 0..<6 {
        switch (change, step.isMultiple(of: 2)) {
        case (.city, let isFirst): try await app.choose(isFirst ? .astana : .almaty)
        case (.account, true): try await device.signIn(app)
        case (.account, false): try await app.signOut(keepingData: true)
        case (.language, let isFirst): try await app.setLanguage(isFirst ? "ru" : "en")
        }
        #expect(try await app.refusals(of: taps) == 0)
      }
    }
  }

  /// The number of taps after each of six changes; the long run makes 100.
  private let taps =
    ProcessInfo.processInfo.environment["APP_TAPS"].flatMap { Int($0) } ?? 6
}

extension FoodApp {
  /// Taps `count` times in a row, and returns the number of refused taps.
  fileprivate func refusals(of count: Int) async throws -> Int {
    guard let user = state.user, let city = environment.city.context?.city,
      let kzt = CurrencyCode(rawValue: "KZT")
    else { return count }
    var refused = 0
    for number in 0..<count {
      let item = CartItem(
        ItemConfiguration(product: "product-\(number % 50)"), city: city, name: "Product",
        unitPrice: Money(100, kzt), revision: "1")
      do { try await user.cart.add(item, count: 1) } catch { refused += 1 }
    }
    return refused
  }
}
