public import Foundation

/// The effect of a server's response on the base.
public struct ServerUpdate<Base: Sendable>: Sendable {
  /// The version of the server's value in the response; `nil` if the server does not number versions.
  ///
  /// A value with a lower version than the last known one of its entity is outdated. The store ignores
  /// outdated values in responses to changes. It ignores outdated fetched values only until
  /// ``OptimisticModel/replicaLag`` has passed since the server last confirmed that entity. After that, the
  /// server has probably been restored from a backup: the store applies the fetched value, and fetches the
  /// value after an outdated response to an applied change.
  public let version: ServerVersion?
  /// The server's time in the response; `nil` if the response does not tell it.
  public let time: Date?
  let needsFetch: Bool
  /// Writes the server's value to the base.
  public let apply: @Sendable (inout Base) -> Void

  /// Creates an update with the server's value.
  ///
  /// - Parameters:
  ///   - version: The version of the base after the update; `nil` if the server does not number
  ///     versions.
  ///   - time: The server's time, by which the validity of changes is measured across restarts.
  ///   - apply: Writes the server's value to the base; must not change the data that only the device
  ///     has.
  public init(
    version: ServerVersion? = nil, time: Date? = nil,
    _ apply: @escaping @Sendable (inout Base) -> Void = { _ in }
  ) {
    (self.version, self.time, self.apply) = (version, time, apply)
    needsFetch = false
  }

  /// Creates an update from a response that does not contain the server's value.
  ///
  /// An applied change leaves the queue with its response, so `apply` has to write the effect of the change
  /// to the base. Such a response has no version: the base is not the server's value of any version.
  ///
  /// - Parameters:
  ///   - needsFetch: Whether the store fetches the value before it sends other changes.
  ///   - apply: Writes the known part of the server's value to the base.
  public init(
    needsFetch: Bool, _ apply: @escaping @Sendable (inout Base) -> Void = { _ in }
  ) {
    (version, time, self.apply, self.needsFetch) = (nil, nil, apply, needsFetch)
  }
}

extension ServerUpdate {
  /// Creates an update by which `value` replaces the whole base; `version` is its version, if there is one.
  public init(_ value: Base, version: ServerVersion? = nil) {
    self.init(version: version) { $0 = value }
  }
}

/// A version number of one entity; versions of different entities cannot be compared.
public struct ServerVersion: Sendable, Hashable, Codable {
  /// The id of the entity that the version belongs to, such as a cart's id.
  ///
  /// Two versions can be compared only if they have the same id. The id is empty if the feature has one
  /// entity.
  public let entity: String
  /// The number of the version; grows with each change of the entity.
  public let number: Int

  /// Creates a version with its number.
  ///
  /// `entity` is the id of the entity, or an empty string if the feature has one entity.
  public init(_ number: Int, of entity: String = "") {
    self.entity = entity
    self.number = number
  }
}
