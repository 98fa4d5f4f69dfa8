extension DecodingError {
  /// Returns an error for the value at `path`, with `rule` as the text of the violated rule.
  package static func broken(_ rule: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: rule))
  }
}
