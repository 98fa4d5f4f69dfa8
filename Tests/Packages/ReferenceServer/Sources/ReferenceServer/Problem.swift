import Foundation

/// The reason for rejecting a request (RFC 9457).
struct Problem: Encodable, Sendable {
  let type = "urn:food-ordering:problem"
  let code: String
  let reason: String
  /// The status member, which has to equal the response's status.
  private var status = 0

  init(_ code: String, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Returns the body of a response with this problem.
  func body(_ status: Int) throws -> Data {
    var problem = self
    problem.status = status
    return try JSONEncoder.sorted.encode(problem)
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
