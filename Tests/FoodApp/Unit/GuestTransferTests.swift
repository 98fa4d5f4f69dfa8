import Cart
import FoodApp
import FoodAppTestSupport
import Foundation
import Menu
import Profile
import ProfileTestSupport
import Sandbox
import SandboxApp
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("The transfer of a guest's cart on a disk that fails")
struct GuestTransferTests {
  /// The number of the write that fails; the highest numbers are writes after the transfer.
  @Test(arguments: 1...30)
  func `A write that fails neither loses nor repeats a line`(_ number: Int) async throws {
    let device = FoodAppDevice()
    let disk = Disk()
    let directory = StorageDirectory(device.url) { disk.fault() }
    try await device.run(in: directory) { app in
      try await prepareSignIn(of: app, on: device)
      disk.failWrite(number)
      let again = try await device.signInWithCode(app)
      disk.failWrite(nil)
      try await again.cart.settled()
      let complete = ["1 Cheesecake", "5 Margherita"]
      #expect([["3 Margherita"], complete].contains(again.cart.state.words))
    }
    directory.close()
    for _ in 1...2 {
      try await device.run { app in
        let ada = try await app.currentUser()
        try await ada.cart.settled()
        #expect(ada.cart.state.words == ["1 Cheesecake", "5 Margherita"])
      }
    }
  }

  /// The number of the write at which the process ends: the disk and the network fail from then on.
  @Test(arguments: 1...30)
  func `A process that ends at a write neither loses nor repeats a line`(
    _ number: Int
  ) async throws {
    let device = FoodAppDevice()
    let disk = Disk { device.server.fault = .offline }
    let directory = StorageDirectory(device.url) { disk.fault() }
    try await device.run(in: directory) { app in
      try await prepareSignIn(of: app, on: device)
      disk.failWrite(number, andAllLater: true)
      do { _ = try await device.signInWithCode(app) } catch {}
    }
    directory.close()
    device.server.fault = nil
    for _ in 1...2 {
      try await device.run { app in
        let user = try await app.currentUser()
        let ada = user.account == nil ? try await device.signIn(app) : user
        try await ada.cart.settled()
        #expect(ada.cart.state.words == ["1 Cheesecake", "5 Margherita"])
      }
    }
  }

  /// Gives an account three pizzas, and a guest two more and a cake, who requests a code for the account.
  private func prepareSignIn(of app: FoodApp, on device: FoodAppDevice) async throws {
    try await app.choose(.almaty)
    let ada = try await device.signIn(app)
    try await ada.cart.add(try await app.item(), count: 3)
    try await ada.cart.settled()
    try await app.signOut(keepingData: true)
    let guest = try await app.currentUser()
    try await guest.cart.add(try await app.item(), count: 2)
    try await guest.cart.add(try await app.item(.product("cake-cheesecake")), count: 1)
    try await guest.cart.settled()
    try await app.session.requestCode(for: .ada)
  }
}

/// A disk on which one write fails, or all from one on.
private final class Disk: Sendable {
  /// The number of the write that fails, counted from now; `nil` for none.
  private let next = Mutex((write: Int?.none, staysBroken: false))
  private let onBreaking: @Sendable () -> Void

  /// Creates a disk that calls `onBreaking` when all writes fail from then on.
  init(onBreaking: @escaping @Sendable () -> Void = {}) { self.onBreaking = onBreaking }

  func failWrite(_ number: Int?, andAllLater staysBroken: Bool = false) {
    next.withLock { $0 = (number, staysBroken) }
  }

  func fault() -> Int32? {
    let (fails, isBroken) = next.withLock { next in
      guard let number = next.write else { return (false, false) }
      let fails = number == 1
      if !fails || !next.staysBroken { next.write = number - 1 }
      return (fails, fails && next.staysBroken)
    }
    if isBroken { onBreaking() }
    return fails ? ENOSPC : nil
  }
}

extension FoodAppDevice {
  /// Signs in with the code that was requested; repeats a sign-in that cannot be stored.
  fileprivate func signInWithCode(_ app: FoodApp) async throws -> FoodAppUser {
    let code = try #require(server.model.accounts.code(for: PhoneNumber.ada.rawValue))
    do { try await app.signIn(withCode: code) } catch { try await app.signIn(withCode: code) }
    return try #require(app.state.user)
  }
}
