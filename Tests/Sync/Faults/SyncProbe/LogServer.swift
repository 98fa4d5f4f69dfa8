import Foundation
import Sync

/// A server whose state is a file: one line per applied change, with its idempotency key.
///
/// Each line is written in one call, so a kill leaves either the whole line or nothing.
actor LogServer {
  private var keys: Set<Substring>
  private let file: Int32
  private var requests = 0

  init(_ path: String) throws {
    let log =
      FileManager.default.fileExists(atPath: path)
      ? try Data(contentsOf: URL(filePath: path)) : Data()
    keys = Set(
      String(decoding: log, as: UTF8.self).split(separator: "\n").compactMap {
        $0.split(separator: " ").first
      })
    file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  }

  /// Applies a change unless its key is known.
  ///
  /// Some requests and some responses are lost at fixed intervals; the outcome is then `.unknown`.
  func answer(_ outgoing: OutgoingChange<ProbeChange>) -> SendOutcome<ProbeChange, Int> {
    requests += 1
    if requests % 7 == 3 { return .unknown }
    if keys.insert("\(outgoing.key)").inserted {
      let line = Array("\(outgoing.key) \(outgoing.change.number)\n".utf8)
      _ = write(file, line, line.count)
    }
    return requests % 5 == 4 ? .unknown : .applied(ServerUpdate { $0 += 1 })
  }
}
