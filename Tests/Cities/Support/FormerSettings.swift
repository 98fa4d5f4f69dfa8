public import Cities
public import Storage
import Synchronization

/// Settings of a former app that renamed the key of the city's id twice.
public final class FormerSettings: Sendable {
  /// Keys of the id, newest first.
  public static let keys = ["cityID", "city_id", "selectedCity"]

  private let values = Mutex<[String: any Sendable]>([:])

  /// Creates empty settings.
  public init() {}

  /// Value of a key.
  public subscript(key: String) -> (any Sendable)? {
    get { values.withLock { $0[key] } }
    set { values.withLock { $0[key] = newValue } }
  }

  /// Whether the settings contain no value.
  public var isEmpty: Bool { values.withLock { $0.isEmpty } }

  /// Returns the description of the former app for a catalog.
  public func formerApp(database: LegacyDatabase? = nil) -> LegacyApp {
    LegacyApp(
      cityID: LegacyIdentifier(Self.keys[0], formerly: Array(Self.keys.dropFirst())),
      object: { self[$0] }, removeObject: { self[$0] = nil }, database: database,
      removesData: true)
  }
}
