public import Foundation
public import Networking
public import Sandbox
import Storage

/// Storage for the data of a sandbox server between runs of a showcase.
///
/// Without a store, each run would begin with a server without data.
public struct SandboxStore<Model: ServerModel & Codable>: Sendable {
  private let repository: SingleRepository<Model>
  private let reports: FileReports

  /// Creates a store in a directory that nothing else uses.
  ///
  /// - Parameters:
  ///   - folder: The directory.
  ///   - reports: The reports to which the store adds a sentence about each problem with its file.
  public init(_ folder: URL, reports: FileReports) {
    repository = SingleRepository(
      .file("server"), class: .userState, schema: StoredSchema(Model.self),
      in: reports.directory(folder))
    self.reports = reports
  }

  /// Returns the data that an earlier run has stored; `nil` if there is none or it cannot be read.
  public func load() async -> Model? {
    var found: Model?
    await reports.retrying {
      () async throws(StorageError) in
      found = try await repository.value()
    } words: {
      "\($0)"
    }
    return found
  }

  /// Stores the server's current data; if that fails, adds a sentence to the reports.
  public func save(_ sandbox: SandboxServer<Model>) async {
    do { try await repository.update { $0 = sandbox.model } } catch {
      reports.add("The data of the sandbox server was not stored: \(error)")
    }
  }
}

extension SandboxPace {
  /// A delay of 700 ms before each response, so that the user can see a pending change.
  public static let unhurried: SandboxPace = SandboxPace(
    latency: .milliseconds(700), steps: 1, step: .zero)
}

extension SandboxServer where Model: Codable {
  /// Returns a transport to this server.
  ///
  /// After each change, the transport stores the server's data in `store`.
  public func stored(in store: SandboxStore<Model>) -> some Transport {
    StoredServer(server: self, store: store)
  }
}

private struct StoredServer<Model: ServerModel & Codable>: Transport {
  let server: SandboxServer<Model>
  let store: SandboxStore<Model>

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let answer: Result<HTTPResponse, TransportError>
    do throws(TransportError) {
      answer = .success(try await server.send(request, progress: progress))
    } catch {
      // The server may have applied the change even if the response is lost. So the server's data is
      // stored before the error is thrown.
      answer = .failure(error)
    }
    if request.method != .get { await store.save(server) }
    return try answer.get()
  }
}
