extension DecodingError {
  /// A description in one line with the coding path and the fault; the standard one spans several.
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
