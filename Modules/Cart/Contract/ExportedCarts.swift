import Networking

/// The lines of all carts of a user, to be added to the carts of another user of the device.
public struct ExportedCarts: Sendable, Hashable {
  /// The lines, the carts of the same city one after the other.
  let lines: [OtherCart.Line]
  /// The contexts of the carts' requests, of each city that is known.
  let contexts: [RequestContext]

  /// Whether there is nothing to add.
  public var isEmpty: Bool { lines.isEmpty }
}
