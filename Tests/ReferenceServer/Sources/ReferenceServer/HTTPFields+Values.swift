import HTTPTypes

extension HTTPFields {
  /// The value of a header that has no name of its own in the library, by its name in small letters.
  func value(of name: String) -> String? {
    first { $0.name.canonicalName == name }?.value
  }
}
