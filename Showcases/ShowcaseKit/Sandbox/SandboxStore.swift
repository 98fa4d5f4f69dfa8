import Foundation
import Networking
public import Sandbox
import Storage

/// Storage for the data of a sandbox server between runs of a showcase.
///
/// Without a store, each run would begin with a server without data.
struct SandboxStore<Model: ServerModel>: Sendable {
  /// Returns the data that an earlier run has stored; `nil` if there is none or it cannot be read.
  let load: @Sendable () async -> Model?
  /// Stores the server's current data; if that fails, adds a sentence to the reports.
  let save: @Sendable (SandboxServer<Model>) async -> Void
}

extension SandboxStore where Model: Codable {
  /// Creates a store in a directory that nothing else uses.
  ///
  /// `reports` are the reports to which the store adds a sentence about each problem with its file.
  init(_ folder: URL, reports: FileReports) {
    let repository = SingleRepository<Model>(
      .file("server"), class: .userState, schema: StoredSchema(Model.self),
      in: reports.directory(folder))
    load = {
      var found: Model?
      await reports.retrying {
        () async throws(StorageError) in
        found = try await repository.value()
      } words: {
        "\($0)"
      }
      return found
    }
    save = { sandbox in
      do { try await repository.update { $0 = sandbox.model } } catch {
        reports.add("The data of the sandbox server was not stored: \(error)")
      }
    }
  }
}

extension SandboxPace {
  /// A delay of 700 ms before each response, so that the user can see a pending change.
  public static let unhurried: SandboxPace = SandboxPace(
    latency: .milliseconds(700), steps: 1, step: .zero)
}

/// A transport to a sandbox server, which stores the server's data after each change.
struct StoredServer<Model: ServerModel>: Transport {
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
