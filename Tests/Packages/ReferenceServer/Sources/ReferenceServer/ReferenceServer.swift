import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// A real HTTP server for tests and showcases that needs no setup.
@main
struct ReferenceServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves all features, with accounts, from one SQLite file.",
    discussion: "Prints its address, the only line of output, as soon as it accepts requests.")

  @Option(help: "The port to listen on; 0 for any free one.")
  var port = 0

  @Option(help: "The file with all changes; created if it does not exist.")
  var database: String

  @Option(help: "The cities.")
  var cities = Self.repository.appending(
    path: "Modules/Sandbox/Resources/sandbox-cities.json"
  ).path

  @Option(help: "The first menu of each city.")
  var menu = Self.repository.appending(
    path: "Modules/Sandbox/Resources/sandbox-menu.json"
  ).path

  @Option(help: "The seed of random faults that name none.")
  var seed: UInt64 = 1

  func run() async throws {
    // The logger writes to standard error; standard output is reserved for the address.
    var logger = Logger(label: "ReferenceServer")
    logger.logLevel = .warning
    let world = try WorldLog(
      file: database, cities: URL(filePath: cities), menu: URL(filePath: menu))
    let application = Application(
      router: Routes(faults: FaultSwitch(seed: seed), world: world).router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        let line = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
        FileHandle.standardOutput.write(Data(line.utf8))
      }, logger: logger)
    try await application.runService()
  }

  /// The repository in which this file was compiled; the data is read from there.
  private static let repository = (1...6).reduce(URL(filePath: #filePath)) { folder, _ in
    folder.deletingLastPathComponent()
  }
}
