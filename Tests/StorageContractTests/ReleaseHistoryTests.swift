import Foundation
import Storage
import StorageTestSupport
import Testing

@Suite("The migration contract")
struct ReleaseHistoryTests {
  @Test(
    "A value keeps it, its field renamed twice and two added", arguments: MigrationContract.allCases
  )
  func value(rule: MigrationContract) async throws {
    try await rule.verify(Visitor.history())
  }

  @Test("So does each element of a collection", arguments: MigrationContract.allCases)
  func elements(rule: MigrationContract) async throws {
    try await rule.verify(Visitor.table())
  }
}
