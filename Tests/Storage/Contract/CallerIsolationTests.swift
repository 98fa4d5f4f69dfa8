import Foundation
import Storage
import StorageTestSupport
import Testing

@Suite("The actor of a caller", .temporaryDirectory)
struct CallerIsolationTests {
  private actor Caller {
    private(set) var failures = 0

    /// Ends the process if the failure of an access is caught outside this actor.
    ///
    /// Each access is written out: a call through a closure does not have the defect.
    func verifyIsolation(afterFailuresOf repository: SingleRepository<Int>) async {
      do {
        _ = try await repository.value()
      } catch {
        preconditionIsolated()
        failures += 1
      }
      do {
        try await repository.update { $0 = 1 }
      } catch {
        preconditionIsolated()
        failures += 1
      }
      do {
        try await repository.flush()
      } catch {
        preconditionIsolated()
        failures += 1
      }
    }
  }

  /// Only a release build can break this rule.
  ///
  /// See "A repository's functions have the caller's isolation as a parameter" in the decisions of
  /// Storage.
  @Test(arguments: [StorageLocation.file("value"), .memoryBackedByFile("value")])
  func `An actor is isolated after a repository has thrown an error`(
    location: StorageLocation
  ) async throws {
    let file = TemporaryDirectory.url.appending(path: "value.v1.store")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    let caller = Caller()

    await caller.verifyIsolation(
      afterFailuresOf: SingleRepository(
        location, class: .critical, schema: StoredSchema(Int.self),
        in: StorageDirectory(TemporaryDirectory.url)))

    #expect(await caller.failures >= 2)
  }
}
