import Foundation
import Networking
import ServerProcess
import Storage
import Sync
import Testing

/// The displayed value while a real server answers, stops, and restarts.
@Suite("A cached source and its server")
struct CachedSourceTests {
  @Test
  func `A shown value stays during failures of the server, and in the next launch`() async throws {
    try await withFolder { folder in
      let server = try await Backend(folder.appending(path: "server.sqlite"))
      var revision = 0
      try await launch(server, folder) { source in
        revision = try await source.refresh().value.revision
        // The second response is 304.
        #expect(try await source.refresh().value.revision == revision)

        try await server.stop()
        await #expect(throws: SyncError.self) { try await source.refresh() }
        let state = try #require(await first(of: source))
        #expect(state.value?.revision == revision)
        #expect(state.fetch != .idle)
      }
      try await launch(server, folder) { source in
        #expect(try await first(of: source)?.value?.revision == revision)
        try await server.restart()
        try await server.put("admin/cities/524901", #"{"state": "removed"}"#)

        #expect(try await source.refresh().value.revision == revision + 1)
      }
      try await server.stop()
    }
  }

  /// Runs one process with one source.
  private func launch(
    _ server: Backend, _ folder: URL,
    _ body: (CachedSource<String, ListHead>) async throws -> Void
  ) async throws {
    let directory = StorageDirectory(folder.appending(path: "app"))
    let transport = NetworkingFactory.makeTransport(server: server.url, timeout: .seconds(2))
    let source = CachedSource<String, ListHead>(
      store: CollectionRepository(
        .memoryBackedByFile("list"), class: .cache, schema: StoredSchema(SourceSnapshot.self),
        in: directory),
      scope: "cities", freshFor: .seconds(600), gate: Gate(), now: { .now }
    ) { _, validator in
      var request = HTTPRequest.withoutCity(.get, "/v1/cities")
      request.precondition = validator.flatMap(ETag.init(rawValue:)).map { .hasChanged(since: $0) }
      return SourceOutcome(await transport.answer(to: request)) { response throws(UnusableBody) in
        let head = try response.json(ListHead.self)
        return (head, head.revision)
      }
    }
    try await withThrowingTaskGroup { group in
      group.addTask { await source.run() }
      for await state in await source.states(fetching: .never) where state.fetch != .notRunning {
        break
      }
      try await body(source)
      group.cancelAll()
    }
    directory.close()
  }

  private func first(
    of source: CachedSource<String, ListHead>
  ) async throws -> SourceState<String, ListHead>? {
    for await state in await source.states(fetching: .never) { return state }
    return nil
  }
}

/// The compared part of a list.
private struct ListHead: Codable, Equatable {
  let revision: Int
}
