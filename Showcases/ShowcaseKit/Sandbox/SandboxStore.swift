public import Foundation
public import Networking
import Storage

/// The data of a sandbox server, stored so that the next run of the showcase continues with it.
///
/// Without it the app would find that its server has lost everything.
public struct SandboxStore<Model: Codable & Sendable>: Sendable {
  private let repository: SingleRepository<Model>
  private let reports: FileReports

  /// Creates a store in a folder of its own.
  public init(_ folder: URL, reports: FileReports) {
    repository = SingleRepository(
      .file("server"), class: .userState, schema: Schema(Model.self),
      in: reports.directory(folder))
    self.reports = reports
  }

  /// Returns what the last run has stored, or `nil` when there is nothing that can be used.
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

  /// Stores what the server has now; a failure is reported.
  public func save(_ sandbox: Sandbox<Model>) async {
    do { try await repository.update { $0 = sandbox.model } } catch {
      reports.add("The sandbox server was not stored: \(error)")
    }
  }
}

extension Sandbox where Model: Codable {
  /// Returns a transport to a real server if there is one, else to this one, stored after each change.
  public func transport(or server: URL?, storedIn store: SandboxStore<Model>) -> any Transport {
    transport(or: server) { await store.save(self) }
  }
}
