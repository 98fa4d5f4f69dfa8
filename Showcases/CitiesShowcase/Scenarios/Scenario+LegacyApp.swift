import Cities
import Commerce
import Foundation
import Sandbox
import ShowcaseKit
import Storage
import Sync
import Synchronization

extension Scenario {
  static let formerApp = Scenario(
    "former-app",
    "The city of the former app is restored, and the files of its database are removed."
  ) { (script: Script) in
    let left = try LeftBehind(in: script.stage.directory)
    script.tell("The former app has left its settings and its database")
    script.details(try left.lines())
    script.setFault(.offline, of: script.sandbox)
    _ = try await script.launch(in: "kk", former: try left.city())
    script.details(try left.lines())
    script.setFault(nil, of: script.sandbox)
    let catalog = try await script.launch(in: "kk", former: try left.city())
    if let removal = await left.remove(once: catalog.state) {
      // The file system determines how much disk space a file occupies. Therefore the scenario's
      // transcript does not contain the exact number of freed bytes.
      let freed = removal.bytesFreed >= 65_536 ? "64 KB or more" : "\(removal.bytesFreed) bytes"
      script.tell(
        "\(removal.isComplete ? "All" : "Not all") files of the former app are removed: \(freed)")
    }
    script.details(try left.lines())
    try script.tellFiles()
  }

  static let formerAppGone = Scenario(
    "former-app-gone", "The former app's city no longer exists: the user chooses another one."
  ) { (script: Script) in
    let left = try LeftBehind(in: script.stage.directory)
    script.tell("The former app has left its settings and its database")
    script.details(try left.lines())
    script.set(.removed, .almaty, "The server removes Almaty")
    let catalog = try await script.launch(former: try left.city())
    try await script.choose(.moscow, in: catalog)
    _ = await left.remove(once: catalog.state)
    script.details(try left.lines())
  }
}

/// The setting and the database files that a legacy app has left on a simulated device.
///
/// Releases of the legacy app have stored the user's city under three setting names. Here, the city
/// is stored under the oldest name, `selectedCity`.
private final class LeftBehind: Sendable {
  private let settings = Mutex(["selectedCity": CityID.almaty.rawValue])
  private let folder: URL

  init(in folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(
      at: folder.appending(path: "default.db.management"), withIntermediateDirectories: true)
    for (name, size) in [("default.db", 65_536), ("default.db.lock", 4_096)] {
      try Data(repeating: 1, count: size).write(to: folder.appending(path: name))
    }
  }

  private var cityID: LegacyIdentifier {
    LegacyIdentifier("cityID", formerly: ["city_id", "selectedCity"])
  }

  func city() throws -> CityID? {
    try cityID.integer { key in settings.withLock { $0[key] } }.map(CityID.init(rawValue:))
  }

  /// Removes everything if a city is stored; returns the result of removing the database.
  func remove(once state: CityState) async -> LegacyDatabase.Removal? {
    guard state.currentCity != nil, state.write == .written else { return nil }
    cityID.remove { key in settings.withLock { _ = $0.removeValue(forKey: key) } }
    return await LegacyDatabase(mainFile: folder.appending(path: "default.db")).remove()
  }

  /// Returns one line for each setting and each database file that has not been removed.
  ///
  /// If all were removed, one line says so.
  func lines() throws -> [String] {
    let keys = settings.withLock { $0.map { "\($0.key) = \($0.value)" } }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("default.db") }.sorted()
    let all = keys + files
    return all.isEmpty ? ["nothing of the former app is left"] : all
  }
}
