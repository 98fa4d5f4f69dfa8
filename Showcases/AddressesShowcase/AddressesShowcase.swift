import Sandbox
import ShowcaseKit

/// A showcase of the module `Addresses` without other features.
@main
enum AddressesShowcase: ShowcaseProgram {
  static let summary = "Enter addresses in 25 countries, on any network."
  static let options: [ShowcaseOption] = [.state, .language, .server]
  static let scenarios: [Scenario] = [
    .offlineCreateKillRestart, .formOfEachCountry, .errorsAsTyped, .editAnswerLost, .conflict,
    .deleteOffline, .duplicate, .templateChanged, .cityClosed, .searchAndOrder,
    .fullDisk,
  ]
  static let fullScreen: FullScreen? = demo(
    AddressApp.self, "addresses", at: AddressesServerModel())
}
