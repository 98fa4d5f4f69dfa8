public import Foundation
public import Networking
import Storage

/// Storage for the data of a sandbox server between runs of a showcase.
///
/// Without it, the next run would use a server that has lost all data.
public struct SandboxStore<Model: Codable & Sendable>: Sendable {
  private let repository: SingleRepository<Model>
  private let reports: FileReports

  /// Creates a store with its own directory.
  public init(_ folder: URL, reports: FileReports) {
    repository = SingleRepository(
      .file("server"), class: .userState, schema: Schema(Model.self),
      in: reports.directory(folder))
    self.reports = reports
  }

  /// Returns the data of the last run, or `nil` if there is none or it cannot be read.
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

  /// Stores the server's current data; reports a failure.
  public func save(_ sandbox: Sandbox<Model>) async {
    do { try await repository.update { $0 = sandbox.model } } catch {
      reports.add("The sandbox server was not stored: \(error)")
    }
  }
}

extension Sandbox where Model: Codable {
  /// Returns a transport to a real server, or to this one, which stores its data after each change.
  public func transport(or server: URL?, storedIn store: SandboxStore<Model>) -> any Transport {
    transport(or: server) { await store.save(self) }
  }
}
