#if canImport(SwiftUI)
  import FoodApp
  import Foundation
  import Networking
  import Profile
  import Storage
  import SwiftUI
  import Sync

  /// The scene of an app with cities, menu, cart and orders.
  ///
  /// The README shows an app with this scene.
  struct FoodScene: Scene {
    @State private var model: Result<AppModel, any Error>
    @Environment(\.scenePhase) private var phase

    /// Creates the scene of an app whose features send requests to a server.
    ///
    /// - Parameters:
    ///   - server: The URL of the server.
    ///   - group: The identifier of the app group that a widget uses; `nil` without a widget.
    init(server: URL, group: String? = nil) {
      let shared = group.flatMap {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)
      }
      let environment = FeatureEnvironment(
        transport: URLSessionTransport(server: server),
        directory: StorageDirectory(.applicationSupportDirectory.appending(path: "food")))
      _model = State(
        initialValue: Result {
          AppModel(
            try FoodApp(in: environment, secrets: KeychainSecrets(service: "session")),
            sharing: shared.map { SharedOrders(writtenTo: $0) })
        })
    }

    var body: some Scene {
      let scene = WindowGroup {
        switch model {
        case .success(let model):
          FoodView(model: model)
            .task { await model.app.run() }
            .task { await model.app.environment.gate.followNetwork() }
        case .failure(let error): ContentUnavailableView("\(error)", systemImage: "xmark.octagon")
        }
      }
      .onChange(of: phase) { Task { await phaseChanged() } }
      #if canImport(UIKit) && canImport(BackgroundTasks)
        return scene.backgroundTask(.appRefresh(BackgroundRefresh.identifier)) {
          await refresh()
        }
      #else
        return scene
      #endif
    }

    private func phaseChanged() async {
      guard case .success(let model) = model else { return }
      if phase == .active { await model.enteredForeground() }
      guard phase == .background else { return }
      #if canImport(UIKit) && canImport(BackgroundTasks)
        // If the background refresh cannot be scheduled, the orders are not updated in the background.
        do { try BackgroundRefresh.schedule() } catch {}
      #endif
      await model.enteredBackground()
    }

    private func refresh() async {
      guard case .success(let model) = model else { return }
      await model.refreshInBackground()
    }
  }
#endif
