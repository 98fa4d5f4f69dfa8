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
