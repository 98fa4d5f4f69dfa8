import Foundation
import ServerProcess

extension ChildProcess {
  /// Starts an app that works with a server and goes through what is numbered from `first` to `last`.
  convenience init(
    app: String, server: URL, state: URL, first: Int, last: Int, _ more: [String] = []
  ) throws {
    try self.init(
      app,
      [
        "--server", server.absoluteString, "--state", state.path, "--first", "\(first)",
        "--last", "\(last)",
      ] + more)
  }
}
