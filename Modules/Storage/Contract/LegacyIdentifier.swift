/// An id that earlier releases stored in `UserDefaults`, under one or more keys.
///
/// An app that stops using a database reads such ids, for example those of the user and the chosen
/// city. All other data is fetched from the server or starts empty.
///
/// The methods of `UserDefaults` are passed as closures, so that this module need not import the type:
///
/// ```swift
/// let cityID = LegacyIdentifier("cityID", formerly: ["city_id", "selectedCity"])
/// let city = try cityID.integer(from: defaults.object(forKey:))
/// cityID.remove(with: defaults.removeObject(forKey:))
/// ```
public struct LegacyIdentifier: Sendable, Hashable {
  let keys: [String]

  /// Creates an id from its current key in `UserDefaults` and its earlier keys, the newest first.
  public init(_ key: String, formerly earlierKeys: [String] = []) {
    keys = [key] + earlierKeys
  }

  /// Returns the id as text.
  ///
  /// The newest key with a value is used; an empty text counts as no value. A number is returned in
  /// decimal digits.
  ///
  /// - Parameter object: A closure that returns the stored object for a key, or `nil`.
  /// - Returns: The id, or `nil` if no key has a value.
  /// - Throws: ``LegacyIdentifierError`` if the value is neither a text nor a number.
  public func string(
    from object: (_ key: String) -> Any?
  ) throws(LegacyIdentifierError) -> String? {
    try newest(from: object)?.text
  }

  /// Returns the id as a number.
  ///
  /// The key is chosen as in ``string(from:)``. A text of decimal digits is converted to a number.
  ///
  /// - Parameter object: A closure that returns the stored object for a key, or `nil`.
  /// - Returns: The id, or `nil` if no key has a value.
  /// - Throws: ``LegacyIdentifierError`` if the value is neither an integer nor the text of one.
  public func integer(
    from object: (_ key: String) -> Any?
  ) throws(LegacyIdentifierError) -> Int? {
    guard let (key, text) = try newest(from: object) else { return nil }
    guard let number = Int(text) else {
      throw .notAnID(key: key, found: "a text that is not a number")
    }
    return number
  }

  /// Removes the id under all its keys; call it after the app has stored the id in its new place.
  ///
  /// - Parameter remove: A closure that removes the stored object for a key, if there is one.
  public func remove(with remove: (_ key: String) -> Void) {
    keys.forEach(remove)
  }
}

/// An error in reading a ``LegacyIdentifier`` whose stored object is not a valid id.
public enum LegacyIdentifierError: Error, Sendable, Hashable {
  /// The object under `key` is not an id.
  ///
  /// Either the list of keys is wrong, or the earlier release stored a wrong value.
  ///
  /// The object was not changed. Older keys were not read, because their values may be out of date.
  /// `found` describes the type of the object, and never its content.
  case notAnID(key: String, found: String)
}

extension LegacyIdentifier {
  /// Returns the first of ``keys`` with a value, and this value as text; `nil` if no key has a value.
  ///
  /// ``keys`` contains the id's keys in `UserDefaults`, the newest first. An empty text is no value.
  private func newest(
    from object: (_ key: String) -> Any?
  ) throws(LegacyIdentifierError) -> (key: String, text: String)? {
    for key in keys {
      guard let value = object(key) else { continue }
      let type = "\(type(of: value))"
      // A cast would turn a Boolean of a property list into a number.
      let isBoolean = ["Bool", "__NSCFBoolean"].contains(type)
      let number = value as? any BinaryInteger ?? value as? Int ?? value as? UInt64
      guard !isBoolean, let text = value as? String ?? number.map({ "\($0)" }) else {
        throw .notAnID(key: key, found: type)
      }
      if !text.isEmpty { return (key, text) }
    }
    return nil
  }
}
