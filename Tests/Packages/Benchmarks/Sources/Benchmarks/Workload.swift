import Foundation
import Workloads

/// A section of the table.
protocol Workload: AnyObject {
  var title: String { get }
  var rows: [Row] { get }

  /// Measures each row once for all subjects in turn.
  func round(_ number: Int, _ figures: Figures) async throws
  func goals(_ figures: Figures) -> [Goal]
}

/// The number of rounds.
struct Effort {
  let isQuick: Bool
  var rounds: Int { isQuick ? 1 : 7 }
}

/// The directories of a run.
struct Folders {
  let root: URL

  func folder(_ names: String...) -> URL {
    names.reduce(root) { $0.appending(path: $1, directoryHint: .isDirectory) }
  }

  /// Creates the file with which a workload measures the limit of the file system.
  func rawFile(_ workload: String) throws -> RawFile {
    let limit = folder(workload, Subject.limit.rawValue)
    try FileManager.default.createDirectory(at: limit, withIntermediateDirectories: true)
    return RawFile(limit.appending(path: "raw").path)
  }

  /// Runs `body` with a copy, for another process: `Storage` locks a directory to one process.
  func withCopy<Result>(of folder: URL, _ body: (URL) throws -> Result) throws -> Result {
    let copy = self.folder("copy")
    try FileManager.default.copyItem(at: folder, to: copy)
    let result = Swift.Result { try body(copy) }
    try FileManager.default.removeItem(at: copy)
    return try result.get()
  }
}

extension Sequence {
  /// Returns the elements in a different rotation each round, so that no subject always follows the
  /// same one.
  func rotated(_ round: Int) -> [Element] {
    let all = Array(self)
    guard !all.isEmpty else { return all }
    return (0..<all.count).map { all[($0 + round) % all.count] }
  }
}
