#if canImport(Darwin)
  import CoreFoundation
#endif

extension LegacyIdentifier {
  /// Returns the deciding key and its value as text; `nil` when no key has a value.
  func newest(
    from object: (_ key: String) -> Any?
  ) throws(LegacyIdentifierError) -> (key: String, text: String)? {
    for key in keys {
      guard let value = object(key) else { continue }
      guard let text = Self.text(of: value) else {
        throw .notAnID(key: key, found: "\(type(of: value))")
      }
      if !text.isEmpty { return (key, text) }
    }
    return nil
  }

  private static func text(of value: Any) -> String? {
    #if canImport(Darwin)
      // On Apple platforms, a Boolean from a property list would be cast to a number.
      if CFGetTypeID(value as CFTypeRef) == CFBooleanGetTypeID() { return nil }
    #endif
    return value as? String ?? (value as? Int).map { "\($0)" }
  }
}
