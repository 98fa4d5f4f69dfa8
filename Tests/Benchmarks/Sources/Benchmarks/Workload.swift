import Foundation

/// One section of the table.
protocol Workload: AnyObject {
  var title: String { get }
  var rows: [Row] { get }

  /// Measures each measure once, all subjects in turn.
  func round(_ number: Int, _ figures: Figures) async throws
  func goals(_ figures: Figures) -> [Goal]
}

/// How much of everything is measured.
struct Effort {
  let isQuick: Bool
  var rounds: Int { isQuick ? 3 : 7 }
}

/// A time in milliseconds.
func timed(_ body: () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await body()
  return (clock.now - start) / .milliseconds(1)
}

/// A folder below the run's own.
struct Folders {
  let root: URL

  func folder(_ names: String...) -> URL {
    names.reduce(root) { $0.appending(path: $1, directoryHint: .isDirectory) }
  }

  /// A copy for another process: `Storage` keeps a directory to one.
  func withCopy<Result>(of folder: URL, _ body: (URL) throws -> Result) throws -> Result {
    let copy = self.folder("copy")
    try FileManager.default.copyItem(at: folder, to: copy)
    let result = Swift.Result { try body(copy) }
    try FileManager.default.removeItem(at: copy)
    return try result.get()
  }
}

extension Sequence {
  /// The same in another order each round, so that nobody always comes after the same one.
  func rotated(_ round: Int) -> [Element] {
    let all = Array(self)
    guard !all.isEmpty else { return all }
    return (0..<all.count).map { all[($0 + round) % all.count] }
  }
}
