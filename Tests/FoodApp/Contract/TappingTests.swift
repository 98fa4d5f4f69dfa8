import Cart
import Cities
import FoodApp
import FoodAppTestSupport
import Foundation
import Networking
import Pricing
import Profile
import StorageTestSupport
import Sync
import Testing

struct TappingTests {
  @Test(arguments: Backing.allCases)
  func `No tap after a choice is refused`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      _ = try await app.currentUser()
      var refused = 0
      for step in 0..<10 {
        try await app.choose(step.isMultiple(of: 2) ? .almaty : .astana)
        refused += try await app.refusals(of: taps)
      }
      #expect(refused == 0)
    }
  }

  @Test(arguments: Backing.allCases)
  func `No tap after a sign-in or a sign-out is refused`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      try await app.choose(.almaty)
      var refused = 0
      for _ in 0..<10 {
        try await device.signIn(app)
        refused += try await app.refusals(of: taps)
        try await app.signOut(keepingData: true)
        refused += try await app.refusals(of: taps)
      }
      #expect(refused == 0)
    }
  }

  @Test(arguments: Backing.allCases)
  func `No tap after a change of the language is refused`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      _ = try await app.currentUser()
      try await app.choose(.almaty)
      var refused = 0
      for step in 0..<10 {
        try await app.setLanguage(step.isMultiple(of: 2) ? "ru" : "en")
        refused += try await app.refusals(of: taps)
      }
      #expect(refused == 0)
    }
  }

  /// The number of taps after each of ten changes; the long run makes 100.
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
        CartConfiguration(product: "product-\(number % 50)"), city: city, name: "Product",
        unitPrice: Money(100, kzt), revision: "1")
      do { try await user.cart.add(item, count: 1) } catch { refused += 1 }
    }
    return refused
  }
}
