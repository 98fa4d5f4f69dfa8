#if canImport(SwiftUI)
  import FoodApp
  import SandboxApp
  import SwiftUI

  /// A preview of a screen with the app of `SandboxApp.sample()`.
  ///
  /// The app uses a sandbox server in the same process, so buttons in the preview have their usual
  /// effect.
  struct Sampled<Screen: View>: View {
    @ViewBuilder let screen: (AppModel, FoodAppUser) -> Screen
    @State private var model: AppModel?
    @State private var failure: (any Error)?

    var body: some View {
      Group {
        if let failure {
          Text("\(failure)")
        } else if let model, let user = model.user {
          screen(model, user).id(user.id)
        } else {
          ProgressView()
        }
      }
      .task {
        do {
          let model = AppModel(try await SandboxApp.sample().app)
          self.model = model
          await model.app.run()
        } catch {
          failure = error
        }
      }
    }
  }
#endif
