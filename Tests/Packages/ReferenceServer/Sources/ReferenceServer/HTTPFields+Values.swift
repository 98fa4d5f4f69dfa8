import HTTPTypes

extension HTTPFields {
  /// Returns the value of a header by its lowercase name, for headers unknown to the library.
  func value(of name: String) -> String? {
    first { $0.name.canonicalName == name }?.value
  }
}
