import Networking
import Storage

/// The parts of a module's state as text, by name; an absent part has no entry.
typealias View = [String: String]

/// A module whose files are damaged; they are written and read only through its public interface.
protocol Subject: Sendable {
  associatedtype Server: Sendable
  associatedtype App: Sendable
  typealias Step = @Sendable (App, Server, Launch) async throws -> Void

  var name: String { get }

  /// Creates a server in its initial state.
  func makeServer() -> Server
  /// Creates another server in the same state.
  func copy(of server: Server) -> Server
  func launch(_ launch: Launch, _ server: Server) -> App

  /// Writes the files of the previous release, in a separate launch.
  func writeAsBefore(_ directory: StorageDirectory, _ server: Server) async throws
  /// The steps that write the files, all in one launch; each ends before the next one begins.
  var steps: [Step] { get }

  /// Does the app's work after a launch, until the task is canceled.
  func run(_ app: App, _ launch: Launch) async
  /// Does the user's actions after the network is back.
  func goOnline(_ app: App, _ launch: Launch) async
  /// Returns the visible state, and reports thrown errors.
  func view(_ app: App, _ launch: Launch) async -> View
  /// Returns the changes that have arrived at the server.
  func arrivals(at server: Server) -> View
  func requests(at server: Server) -> [HTTPRequest]

  /// Returns the repositories that a part of the view depends on.
  func sources(of piece: String) -> Set<String>
  /// Returns the repositories whose damage a part of the view reports, such as a notice about a
  /// photo.
  func told(by piece: String, _ text: String) -> Set<String>
  /// The repositories that refer to each repository, by name.
  var dependencies: [String: Set<String>] { get }
  /// Whether the files of two repositories cannot be distinguished by their content.
  func areAlike(_ first: String, _ second: String) -> Bool
}

extension Subject {
  func writeAsBefore(_ directory: StorageDirectory, _ server: Server) async throws {}
  func goOnline(_ app: App, _ launch: Launch) async {}
  func told(by piece: String, _ text: String) -> Set<String> { [] }
  var dependencies: [String: Set<String>] { [:] }
  func areAlike(_ first: String, _ second: String) -> Bool { false }
}
