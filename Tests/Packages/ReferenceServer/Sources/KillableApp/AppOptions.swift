public import ArgumentParser
import Foundation
import Networking
import Storage
public import Sync

/// The options of an app that a test starts and kills.
public struct AppOptions: ParsableArguments, Sendable {
  /// The URL of the server.
  @Option public var server: String
  /// The path of the stored data.
  @Option public var state: String
  /// The number of the first tap.
  @Option public var first: Int
  /// The number of the last tap.
  @Option public var last: Int

  /// Creates options, which are parsed later.
  public init() {}

  /// Returns the environment of the app.
  ///
  /// - Throws: `ValidationError` if the server's URL is invalid.
  public func environment() throws -> FeatureEnvironment {
    guard let url = URL(string: server) else { throw ValidationError("\(server) is no URL") }
    return FeatureEnvironment(
      transport: URLSessionTransport(server: url, timeout: .seconds(2)),
      directory: StorageDirectory(URL(filePath: state)), city: SettledCity(gate: Gate()),
      clock: FastClock())
  }
}

/// Writes a line in one call, so that a reader never sees a part of it.
public func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
