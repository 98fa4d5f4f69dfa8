import Foundation

/// Runs `body` with a new directory and removes the directory afterwards.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let outcome: Result<Void, any Error>
  do {
    outcome = .success(try await body(folder))
  } catch {
    outcome = .failure(error)
  }
  try FileManager.default.removeItem(at: folder)
  try outcome.get()
}
