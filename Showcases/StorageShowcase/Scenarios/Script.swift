import Foundation
import Sandbox
import ShowcaseKit
import Storage
import StorageInspection

/// The helper with which a scenario launches releases of an app, and damages the app's files.
///
/// All launches of one script use the same directory.
final class Script {
  private let transcript: Transcript
  private let clock: InstantClock
  private let folder: URL
  /// The state of each file, by file name, as the scenario's transcript has last described it.
  private var told: [String: FileInspection] = [:]

  /// Creates a script that uses the subdirectory `folder` of the scenario's directory.
  init(_ stage: Stage, in folder: String) {
    transcript = stage.transcript
    clock = stage.clock
    self.folder = stage.directory.appending(path: folder, directoryHint: .isDirectory)
  }

  /// Starts an app, runs `use` with the app's profile repository, and ends the app.
  ///
  /// `app` is the app's name in the scenario's transcript, such as `Release 2`. After the end of
  /// the app, a minute of virtual time passes. The next launch finds only the stored files.
  func launch<Profile>(
    _ app: String, _ schema: StoredSchema<Profile>,
    _ use: (SingleRepository<Profile>) async throws -> Void
  ) async throws {
    tell("\(app) starts")
    try await use(
      SingleRepository(
        .file("profile"), class: .critical, schema: schema, in: StorageDirectory(folder)))
    try await end()
  }

  /// Starts an app, runs `use` with the app's address repository, and ends the app.
  ///
  /// `app` is the app's name in the scenario's transcript. After the end of the app, a minute of
  /// virtual time passes.
  func launch(
    _ app: String, _ use: (CollectionRepository<Address>) async throws -> Void
  ) async throws {
    tell("\(app) starts")
    try await use(
      CollectionRepository(
        .file("addresses"), class: .userState, schema: Address.schema,
        in: StorageDirectory(folder)))
    try await end()
  }

  /// Modifies the bytes of a file outside the app, as a hardware fault would.
  ///
  /// `name` is the file's name, and `what` describes the modification in the scenario's transcript.
  func damage(_ what: String, with name: String, _ change: (inout Data) -> Void) async throws {
    tell(what)
    let file = folder.appending(path: name)
    var bytes = try Data(contentsOf: file)
    change(&bytes)
    try bytes.write(to: file)
    try await end()
  }

  private func end() async throws {
    try tellFiles()
    try await clock.sleep(for: .seconds(60))
  }

  func tell(_ text: String) {
    transcript.line(text)
  }

  /// Writes to the scenario's transcript which files have changed since the last call.
  func tellFiles() throws {
    let path = folder.path(percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    for name in told.keys.sorted() where !names.contains(name) {
      tell("\(name) no longer exists")
      told[name] = nil
    }
    for name in names {
      let inspection = try FileInspection(of: folder.appending(path: name))
      guard inspection != told[name] else { continue }
      told[name] = inspection
      tell("\(name): \(inspection.summary)")
      transcript.details(inspection.content.map { [$0] } ?? [])
    }
  }
}

extension FileInspection {
  /// A one-line summary of the file: its version, its size and its state.
  fileprivate var summary: String {
    let version = schemaVersion.map { "version \($0), " } ?? ""
    let condition =
      switch state {
      case .intact: "intact"
      case .cutOff: "the last write was cut off"
      case .damaged(let damage): "damaged: \(damage)"
      case .foreign: "of another version"
      case .newerFormat: "written in a newer format"
      }
    return "\(version)\(size) bytes, \(condition)"
  }
}
