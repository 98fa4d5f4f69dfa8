/// The identity of a changed entity on this device: its kind and its local id, which never changes.
///
/// Changes of one lane are sent one after the other; different lanes are independent.
public struct Lane: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The kind of the entity, such as `address`.
  public let kind: String
  /// The id of the entity on this device.
  public let id: String

  /// Creates the lane of an entity from the entity's kind and its id on this device.
  public init(_ kind: String, _ id: String) {
    self.kind = kind
    self.id = id
  }

  /// The kind and the id, separated by a slash.
  public var description: String { "\(kind)/\(id)" }
}
