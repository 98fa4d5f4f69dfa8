import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// A real HTTP server for tests and showcases that needs no setup.
@main
struct ReferenceServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves cities, menus, lines, carts, addresses and reviews from one SQLite file.",
    discussion: "Prints its address as the only line of output, as soon as it can be asked.")

  @Option(help: "The port to listen on; 0 takes any that is free.")
  var port = 0

  @Option(help: "The file that keeps everything; made when there is none.")
  var database: String

  @Option(help: "The cities that a new database begins with.")
  var cities = Self.repository.appending(
    path: "Showcases/Sandbox/Resources/sandbox-cities.json"
  ).path

  @Option(help: "The menu that each city of a new database begins with.")
  var menu = Self.repository.appending(
    path: "Showcases/Sandbox/Resources/sandbox-menu.json"
  ).path

  @Option(help: "The seed of random faults that do not bring one.")
  var seed: UInt64 = 1

  func run() async throws {
    // The logger writes to standard error; standard output is reserved for the address.
    var logger = Logger(label: "ReferenceServer")
    logger.logLevel = .warning
    let store = try ServerStore(file: database)
    let world = try WorldLog(
      in: store.pool, cities: URL(filePath: cities), menu: URL(filePath: menu))
    let application = Application(
      router: Routes(
        store: store, faults: FaultSwitch(seed: seed), world: world
      ).router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        let line = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
        FileHandle.standardOutput.write(Data(line.utf8))
      }, logger: logger)
    try await application.runService()
  }

  /// The repository in which this file was compiled; the data is read from there.
  private static let repository = (1...5).reduce(URL(filePath: #filePath)) { folder, _ in
    folder.deletingLastPathComponent()
  }
}
