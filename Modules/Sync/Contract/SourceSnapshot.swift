#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of the server, with the version and the validator for a later request.
///
/// All of it is one record in the store of a ``CachedSource``, so a value is never combined with
/// the validator or the version of another.
public struct SourceSnapshot<Scope: Hashable & Sendable, Value: Sendable>: Sendable, Identifiable {
  /// The scope of the value, such as a city and a language.
  public let scope: Scope
  /// The value.
  public let value: Value
  /// The version of the value, if the server numbers versions; a newer version has a higher number.
  public let version: Int?
  /// The time at which the server last sent or confirmed the value.
  public let time: Date
  /// The server's validator for the value, such as an `ETag`; valid in this scope only.
  public let validator: String?

  /// The scope: each scope has one snapshot.
  public var id: Scope { scope }

  /// Creates a snapshot, such as one that is shipped with the app.
  public init(
    scope: Scope, value: Value, version: Int? = nil, time: Date, validator: String? = nil
  ) {
    self.scope = scope
    self.value = value
    self.version = version
    self.time = time
    self.validator = validator
  }

  /// Returns the snapshot with its value in a newer shape, for a step of a store's schema.
  ///
  /// The result has no validator. With one, the server could answer "not modified" forever, and
  /// data that only the newer shape can hold would never arrive.
  public func map<New>(
    _ transform: (Value) throws -> New
  ) rethrows -> SourceSnapshot<Scope, New> {
    SourceSnapshot<Scope, New>(
      scope: scope, value: try transform(value), version: version, time: time)
  }
}

extension SourceSnapshot: Equatable where Value: Equatable {}
extension SourceSnapshot: Codable where Scope: Codable, Value: Codable {}
