#if canImport(Darwin)
  import CoreFoundation
#endif

extension LegacyID {
  /// The key that decides, and what it holds as text.
  func newest(
    from object: (_ key: String) -> Any?
  ) throws(LegacyIDError) -> (key: String, text: String)? {
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
      // There, a boolean from a property list would cast to a number.
      if CFGetTypeID(value as CFTypeRef) == CFBooleanGetTypeID() { return nil }
    #endif
    return value as? String ?? (value as? Int).map { "\($0)" }
  }
}
