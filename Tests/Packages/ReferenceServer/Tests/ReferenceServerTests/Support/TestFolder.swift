import Foundation
import Testing

/// Runs `body` with a new directory and removes the directory afterwards.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
  try await body(folder)
}
