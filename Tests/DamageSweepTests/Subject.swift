import Networking
import Storage

/// Named pieces of what a module shows; an absent piece is missing.
typealias View = [String: String]

/// A module whose files are damaged, made and looked at through its public interface alone.
protocol Subject: Sendable {
  associatedtype Server: Sendable
  associatedtype App: Sendable
  typealias Step = @Sendable (App, Server, Launch) async throws -> Void

  var name: String { get }

  /// A server on which nothing has happened.
  func makeServer() -> Server
  /// Another server in the same state.
  func copy(of server: Server) -> Server
  func setOffline(_ server: Server, _ isOffline: Bool)
  func launch(_ launch: Launch, _ server: Server) -> App

  /// Writes what the release before has left, in a launch of its own.
  func writeAsBefore(_ directory: StorageDirectory, _ server: Server) async throws
  /// The steps that make the files, one launch; each ends before the next begins.
  var steps: [Step] { get }

  /// Does what the app does after its launch, until its task is canceled.
  func run(_ app: App, _ launch: Launch) async
  /// Does what a user does when the network is back.
  func goOnline(_ app: App, _ launch: Launch) async
  /// Returns what the app shows, and notes what it throws.
  func view(_ app: App, _ launch: Launch) async -> View
  /// Returns what has arrived at the server.
  func arrivals(at server: Server) -> View
  func requests(at server: Server) -> [HTTPRequest]

  /// The repositories that a piece comes from.
  func sources(of piece: String) -> Set<String>
  /// The repositories about which a piece tells that they were damaged, such as a notice of a photo.
  func told(by piece: String, _ text: String) -> Set<String>
  /// The repositories from which another one is made anew, or for which it is there.
  var dependencies: [String: Set<String>] { get }
  /// Whether nothing in the files of two repositories tells which one they belong to.
  func areAlike(_ first: String, _ second: String) -> Bool
  /// Files of other makers in the folder.
  var strangers: [String: String] { get }
}

extension Subject {
  func writeAsBefore(_ directory: StorageDirectory, _ server: Server) async throws {}
  func setOffline(_ server: Server, _ isOffline: Bool) {}
  func goOnline(_ app: App, _ launch: Launch) async {}
  func told(by piece: String, _ text: String) -> Set<String> { [] }
  var dependencies: [String: Set<String>] { [:] }
  func areAlike(_ first: String, _ second: String) -> Bool { false }
  var strangers: [String: String] { [:] }
}
