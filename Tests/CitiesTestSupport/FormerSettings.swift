public import Cities
public import Storage
import Synchronization

/// The settings of a former app, whose name for the city's id was changed twice.
public final class FormerSettings: Sendable {
  /// The names, newest first.
  public static let keys = ["cityID", "city_id", "selectedCity"]

  private let values = Mutex<[String: any Sendable]>([:])

  /// Makes settings in which nothing is kept.
  public init() {}

  /// What is kept under a key.
  public subscript(key: String) -> (any Sendable)? {
    get { values.withLock { $0[key] } }
    set { values.withLock { $0[key] = newValue } }
  }

  /// Whether a city is kept under any name.
  public var isEmpty: Bool { values.withLock { $0.isEmpty } }

  /// What says so to a catalog.
  public func formerApp(database: AbandonedDatabase? = nil) -> FormerApp {
    FormerApp(
      cityID: LegacyID(Self.keys[0], formerly: Array(Self.keys.dropFirst())),
      object: { self[$0] }, removeObject: { self[$0] = nil }, database: database)
  }
}
