extension DecodingError {
  /// One line that names the place and the fault; the standard description spans many.
  var summary: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      "\(Self.place(context.codingPath)): \(context.debugDescription)"
    case .keyNotFound(let key, let context):
      "\(Self.place(context.codingPath + [key])): missing"
    @unknown default:
      "\(self)"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty
      ? "body" : path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}
