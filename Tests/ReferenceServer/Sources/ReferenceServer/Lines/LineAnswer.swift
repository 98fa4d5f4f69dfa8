import Foundation
import GRDB

/// What a change is answered with, now and whenever it comes again.
struct LineAnswer: Sendable {
  let status: Int
  /// Names the version of the line, which is the `ETag`.
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
  /// Equal values are equal bytes.
  static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
