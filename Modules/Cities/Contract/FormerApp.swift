public import Storage

/// What an app that kept its data in another way has left on the device.
///
/// Of all that, the city is brought over by its id; everything else is had from the server again.
///
/// ```swift
/// FormerApp(
///   cityID: LegacyID("cityID", formerly: ["city_id", "selectedCity"]),
///   object: { UserDefaults.standard.object(forKey: $0) },
///   removeObject: { UserDefaults.standard.removeObject(forKey: $0) },
///   database: AbandonedDatabase(mainFile: documents.appending(path: "default.db")))
/// ```
public struct FormerApp: Sendable {
  private let cityID: LegacyID
  private let object: @Sendable (_ key: String) -> Any?
  private let removeObject: @Sendable (_ key: String) -> Void
  private let database: AbandonedDatabase?

  /// Says where it kept what.
  ///
  /// - Parameters:
  ///   - cityID: The names that it had for the id of the chosen city.
  ///   - object: What is kept under a key, of whatever type.
  ///   - removeObject: Removes what is kept under a key, once the city is kept here.
  ///   - database: Files that nobody reads any more; removed once the city is kept here.
  public init(
    cityID: LegacyID, object: @escaping @Sendable (_ key: String) -> Any?,
    removeObject: @escaping @Sendable (_ key: String) -> Void, database: AbandonedDatabase? = nil
  ) {
    self.cityID = cityID
    self.object = object
    self.removeObject = removeObject
    self.database = database
  }

  /// The city that it was in, if any.
  package func city() throws(LegacyIDError) -> City.ID? {
    try cityID.integer(from: object).map(City.ID.init(rawValue:))
  }

  /// Forgets which city it was in.
  package func forgetCity() {
    cityID.remove(with: removeObject)
  }

  /// Removes its files, and says what came of it.
  package func removeDatabase() async -> AbandonedDatabase.Removal? {
    await database?.remove()
  }
}
