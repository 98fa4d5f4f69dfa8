#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value as the server had it, with what is needed to ask for a newer one.
///
/// It is one record of a ``CachedSource``'s store, so a value is never found with the validator or the
/// version of another.
public struct SourceSnapshot<Scope: Hashable & Sendable, Value: Sendable>: Sendable, Identifiable {
  /// What the value is for, such as a city and a language.
  public let scope: Scope
  /// The value.
  public let value: Value
  /// Its place among all versions that the server has had, when the server tells.
  public let version: Int?
  /// When the server was last known to have it.
  public let time: Date
  /// What the server recognises it by, such as an `ETag`; means something in this scope only.
  public let validator: String?

  /// The scope: there is one snapshot of each.
  public var id: Scope { scope }

  /// Makes a snapshot, such as one that is delivered with the app.
  public init(
    scope: Scope, value: Value, version: Int? = nil, time: Date, validator: String? = nil
  ) {
    self.scope = scope
    self.value = value
    self.version = version
    self.time = time
    self.validator = validator
  }

  /// The snapshot with its value in a newer shape, for a step of a store's schema.
  ///
  /// It loses the validator: a server that answered "not modified" would keep out for ever what only
  /// the newer shape has room for.
  public func map<New>(
    _ transform: (Value) throws -> New
  ) rethrows -> SourceSnapshot<Scope, New> {
    SourceSnapshot<Scope, New>(
      scope: scope, value: try transform(value), version: version, time: time)
  }
}

extension SourceSnapshot: Equatable where Value: Equatable {}
extension SourceSnapshot: Codable where Scope: Codable, Value: Codable {}
