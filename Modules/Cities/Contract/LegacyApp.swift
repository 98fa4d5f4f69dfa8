package import Networking
public import Storage

/// The data on this device that was stored by the former app, the app that this one replaces.
///
/// Only the id of the city is migrated; everything else is fetched from the server.
///
/// ```swift
/// LegacyApp(
///   cityID: LegacyIdentifier("cityID", formerly: ["city_id", "selectedCity"]),
///   object: { UserDefaults.standard.object(forKey: $0) },
///   removeObject: { UserDefaults.standard.removeObject(forKey: $0) },
///   database: LegacyDatabase(mainFile: documents.appending(path: "default.db")))
/// ```
public struct LegacyApp: Sendable {
  private let cityID: LegacyIdentifier
  private let object: @Sendable (_ key: String) -> Any?
  private let removeObject: @Sendable (_ key: String) -> Void
  private let database: LegacyDatabase?
  /// Whether the data is removed after this app has stored a city.
  package let removesData: Bool

  /// Creates a description of where the former app's data is stored.
  ///
  /// - Parameters:
  ///   - cityID: The keys under which the former app stored the id of the chosen city.
  ///   - object: Returns the stored object for a key, of any type.
  ///   - removeObject: Removes the stored object for a key. Called after this app has stored a city, if
  ///     `removesData` is `true`, or if the server does not know the former app's city.
  ///   - database: The former app's database, which is removed unread together with the id.
  ///   - removesData: Whether the former app's data is removed after this app has stored a city. The
  ///     default keeps it for a rollback to the former app. Pass `true` in a release that will not be
  ///     rolled back to an app that reads the data, usually the next one.
  public init(
    cityID: LegacyIdentifier, object: @escaping @Sendable (_ key: String) -> Any?,
    removeObject: @escaping @Sendable (_ key: String) -> Void, database: LegacyDatabase? = nil,
    removesData: Bool = false
  ) {
    self.cityID = cityID
    self.object = object
    self.removeObject = removeObject
    self.database = database
    self.removesData = removesData
  }

  /// Returns the former app's city; `nil` if there is none.
  ///
  /// - Throws: `LegacyIdentifierError` if the stored value is not a number.
  package func city() throws(LegacyIdentifierError) -> CityID? {
    try cityID.integer(from: object).map(CityID.init(rawValue:))
  }

  /// Removes the stored id of the former app's city.
  package func forgetCity() {
    cityID.remove(with: removeObject)
  }

  /// Removes the former app's database, and returns the result; `nil` if there is no database.
  package func removeDatabase() async -> LegacyDatabase.Removal? {
    await database?.remove()
  }
}
