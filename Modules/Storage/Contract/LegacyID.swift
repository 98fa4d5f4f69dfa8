/// An id that former releases kept in `UserDefaults`, under one name or, renamed, under several.
///
/// It is what an app takes along when it leaves a database: who the user is, which city was chosen.
/// Everything else comes from the server or begins anew.
///
/// The defaults are passed as their methods, so that this module need not import `UserDefaults`:
///
/// ```swift
/// let cityID = LegacyID("cityID", formerly: ["city_id", "selectedCity"])
/// let city = try cityID.integer(from: defaults.object(forKey:))
/// cityID.remove(with: defaults.removeObject(forKey:))
/// ```
public struct LegacyID: Sendable, Hashable {
  let keys: [String]

  /// Names the id by its present key and by those of earlier releases, newest first.
  public init(_ key: String, formerly earlierKeys: [String] = []) {
    keys = [key] + earlierKeys
  }

  /// Reads the id as text.
  ///
  /// The newest name that holds something decides, and an empty text is nothing. A number is
  /// returned in decimal digits.
  ///
  /// - Parameter object: What is kept under a key, of whatever type, or `nil`.
  /// - Returns: The id, or `nil` when there is none under any name.
  /// - Throws: ``LegacyIDError`` when the name that decides holds neither a text nor a number.
  public func string(
    from object: (_ key: String) -> Any?
  ) throws(LegacyIDError) -> String? {
    try newest(from: object)?.text
  }

  /// Reads the id as a number.
  ///
  /// As ``string(from:)``; a text of decimal digits is returned as the number that it spells.
  ///
  /// - Parameter object: What is kept under a key, of whatever type, or `nil`.
  /// - Returns: The id, or `nil` when there is none under any name.
  /// - Throws: ``LegacyIDError`` when the name that decides holds anything else.
  public func integer(
    from object: (_ key: String) -> Any?
  ) throws(LegacyIDError) -> Int? {
    guard let (key, text) = try newest(from: object) else { return nil }
    guard let number = Int(text) else {
      throw .notAnID(key: key, found: "a text that is no number")
    }
    return number
  }

  /// Removes the id under all its names; call it when the id is safely kept elsewhere.
  ///
  /// - Parameter remove: Removes what is kept under a key, which may be nothing.
  public func remove(with remove: (_ key: String) -> Void) {
    keys.forEach(remove)
  }
}

/// Why an id that is there could not be read.
public enum LegacyIDError: Error, Sendable, Hashable {
  /// Something else is kept under `key`: a mistake in the list of keys, or in the former release.
  ///
  /// It was left as it is. Older names were not asked, because what they hold may be out of date.
  /// `found` says what kind of thing it is, and never its content.
  case notAnID(key: String, found: String)
}
