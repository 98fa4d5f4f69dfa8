import Foundation
import GRDB

/// The response to a change, also for every repetition.
struct LineAnswer: Sendable {
  let status: Int
  /// The version of the line, sent as the `ETag`.
  let version: Int?
  let body: Data

  init(_ status: Int, _ line: Line) throws {
    self.status = status
    version = line.version
    body = try JSONEncoder.sorted.encode(line)
  }

  init(_ status: Int, _ problem: Problem) throws {
    self.status = status
    version = problem.line?.version
    body = try problem.body(status)
  }

  init(_ row: Row) {
    status = row["status"]
    version = row["version"]
    body = row["body"]
  }
}

extension JSONEncoder {
  /// An encoder that encodes equal values as equal bytes.
  static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
