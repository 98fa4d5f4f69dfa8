import Cart
import FoodApp
import Foundation
import Orders
import SandboxApp
import Sync

@testable import SwiftUIShowcase

/// Passes the sample app to a test while it runs, with its model; it is noon in Almaty.
func withSample(
  backgroundTime: BackgroundTime = .system, sharing sharedOrders: SharedOrders? = nil,
  _ test: (SandboxApp, AppModel, FoodAppUser) async throws -> Void
) async throws {
  let sample = try await SandboxApp.sample(now: { Date(timeIntervalSince1970: 1_795_503_600) })
  let model = AppModel(sample.app, backgroundTime: backgroundTime, sharing: sharedOrders)
  try await sample.running { user in
    // The features of a new run have to read what the last one has stored.
    try await seen {
      model.user?.id == user.id && user.cart.state.totals?.isEstimate == false
        && user.orders.state.history != nil
    }
    try await test(sample, model, user)
  }
}

/// Waits until a condition of observed states holds.
///
/// Tasks of the main actor update the states while this function is suspended.
func seen(_ condition: () -> Bool) async throws {
  while !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
