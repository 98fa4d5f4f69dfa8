import Addresses
import Cart
import FoodApp
import FoodAppTestSupport
import Foundation
import Menu
import Networking
import Profile
import ProfileTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Storage

struct GuestMoveTests {
  private static let writes = [2, 5, 8] + Array(10...25)

  /// The number of the write that fails, or from which on the disk and the network fail.
  ///
  /// A third of the writes of the sign-in, all of the move, and one after it.
  @Test(arguments: writes, [false, true])
  func `A write that fails neither loses nor repeats a line, nor does the end of the process`(
    _ number: Int, _ endsProcess: Bool
  ) async throws {
    let device = FoodAppDevice()
    let disk = Disk { device.server.fault = .offline }
    let directory = StorageDirectory(device.url) { disk.fault() }
    let complete = ["1 Cheesecake", "5 Margherita"]
    try await device.run(device.launch(in: directory)) { app in
      try await prepareSignIn(of: app, on: device)
      disk.failWrite(number, andAllLater: endsProcess)
      if endsProcess {
        do { _ = try await device.signInWithCode(app) } catch {}
      } else {
        let again = try await device.signInWithCode(app)
        disk.failWrite(nil)
        try await again.cart.settled()
        #expect([["3 Margherita"], complete].contains(again.cart.state.words))
      }
    }
    directory.close()
    device.server.fault = nil
    for _ in 1...2 {
      try await device.run { app in
        let user = try await app.currentUser()
        let ada = user.account == nil && endsProcess ? try await device.signIn(app) : user
        #expect(ada.account != nil)
        await app.when { $0.guestData.isEmpty || !$0.guestFailures.isEmpty }
        #expect(try await ada.cart.settled().words == complete)
      }
    }
  }

  /// The number of the write that fails, from the first one of the move on.
  @Test(arguments: 10...24)
  func `A write that fails loses nothing although the process ends with the move`(
    _ number: Int
  ) async throws {
    let device = FoodAppDevice()
    let disk = Disk()
    let directory = StorageDirectory(device.url) { disk.fault() }
    try await device.run(device.launch(in: directory)) { app in
      try await prepareSignIn(of: app, on: device)
      device.server.spoil(Array(repeating: .unsent, count: 10_000)) { request in
        request.method != .get
          && (request.path.hasSuffix("/lines") || request.path.hasPrefix("/v1/addresses"))
      }
      disk.failWrite(
        number,
        andAllAfterRemovalOf: device.url.appending(path: "directories/guest-of-account-1"))
      _ = try await device.signInWithCode(app)
    }
    directory.close()
    device.server.endFaults()
    try await device.run { app in
      let ada = try await app.currentUser()
      await app.when { $0.guestData.isEmpty || !$0.guestFailures.isEmpty }
      #expect(try await ada.cart.settled().words == ["1 Cheesecake", "5 Margherita"])
      // If the move had ended before, nothing has read the addresses yet.
      await app.until(.addresses, .running)
      #expect(ada.addresses.state.addresses.map(\.address.label) == ["Home 10"])
    }
  }

  /// Gives an account three pizzas, and a guest two more, a cake and an address; then requests a code.
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
    try await guest.addresses.add(.sample())
    try await app.session.requestCode(for: .ada)
  }
}

/// A disk on which one write fails, or all from one on.
private final class Disk: Sendable {
  private struct Faults {
    /// The number of the write that fails, counted from now; `nil` for none.
    var write: Int?
    var staysBroken = false
    /// A directory after whose removal every write fails.
    var directory: URL?
    var hasSeenDirectory = false
  }

  private let faults = Mutex(Faults())
  private let onBreaking: @Sendable () -> Void

  /// Creates a disk that calls `onBreaking` when all writes fail from then on.
  init(onBreaking: @escaping @Sendable () -> Void = {}) { self.onBreaking = onBreaking }

  func failWrite(
    _ number: Int?, andAllLater staysBroken: Bool = false,
    andAllAfterRemovalOf directory: URL? = nil
  ) {
    faults.withLock {
      $0 = Faults(write: number, staysBroken: staysBroken, directory: directory)
    }
  }

  func fault() -> Int32? {
    let (fails, isBroken) = faults.withLock { faults in
      if let directory = faults.directory {
        let exists = FileManager.default.fileExists(atPath: directory.path)
        if faults.hasSeenDirectory && !exists { return (true, false) }
        faults.hasSeenDirectory = exists
      }
      guard let number = faults.write else { return (false, false) }
      let fails = number == 1
      if !fails || !faults.staysBroken { faults.write = number - 1 }
      return (fails, fails && faults.staysBroken)
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
