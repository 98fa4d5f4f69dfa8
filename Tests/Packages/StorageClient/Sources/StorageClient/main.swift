import Foundation
import Storage

nonisolated struct Profile: Codable, Sendable {
  var name: String
  var launches = 0
}

let directory = StorageDirectory(URL(filePath: CommandLine.arguments[1]))
let profile = SingleRepository(
  .memoryBackedByFile("profile"), class: .userState, schema: StoredSchema(Profile.self),
  in: directory)
try await profile.update { $0 = Profile(name: "Ada", launches: ($0?.launches ?? 0) + 1) }
print("launch \(try await profile.value()?.launches ?? 0), \(profile.writeStatus)")
