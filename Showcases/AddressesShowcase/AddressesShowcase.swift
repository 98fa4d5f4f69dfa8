import ShowcaseKit

/// A showcase of the module `Addresses` without other features.
@main
enum AddressesShowcase {
  static func main() async {
    await Showcase(
      name: "AddressesShowcase",
      summary: "Enter addresses in 25 countries, on any network.",
      options: [.state, .language, .server],
      scenarios: [
        .offlineCreateKillRestart, .formOfEachCountry, .errorsAsTyped, .editAnswerLost, .conflict,
        .deleteOffline, .duplicate, .templateChanged, .migration, .cityClosed, .searchAndOrder,
        .fullDisk,
      ],
      fullScreen: { terminal, options, directory in
        try await AddressDemo(terminal: terminal, options: options, directory: directory).run()
      }
    ).run()
  }
}
