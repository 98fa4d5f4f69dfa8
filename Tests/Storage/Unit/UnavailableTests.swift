import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Files that cannot be read", .temporaryDirectory)
struct UnavailableTests {
  let disk = Disk()

  @Test(arguments: Obstacle.allCases, StorageLocation.inFiles)
  func `A file that cannot be read is neither absent nor changed, until it can be read`(
    obstacle: Obstacle, location: StorageLocation
  ) async throws {
    try obstacle.place(on: disk)
    try await disk.expectNoWrite(at: location) { $0 == obstacle.error }
    let repository = disk.repository(location)
    for _ in 0..<2 {
      await #expect(throws: obstacle.error) { try await repository.value() }
    }
    await #expect(throws: obstacle.error) { try await repository.save("lost") }
    try obstacle.remove(from: disk)

    #expect(try await repository.value() == nil)
    try await repository.save("new")

    #expect(repository.writeStatus == .written)
    #expect(try await disk.repository().value() == "new")
  }
}
