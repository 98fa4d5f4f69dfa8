#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The state of a ``CachedSource`` for a screen: the stored value, and the status of the fetch.
///
/// A failed fetch never removes a value. The value is shown until the source shows another scope, such as
/// another city.
public struct SourceState<Scope: Hashable & Sendable, Value: Equatable & Sendable>: Sendable,
  Equatable
{
  /// The scope of the data, such as a city and a language.
  ///
  /// If this scope differs from the scope of the previous state, a screen has to clear everything that
  /// it shows.
  public let scope: Scope
  /// The stored value of the scope, if there is one.
  public let data: Content
  /// The status of the last or current fetch, which does not affect ``data`` if it fails.
  public let fetch: FetchStatus

  /// The stored data of a scope.
  public enum Content: Sendable, Equatable {
    /// No stored value can be shown.
    ///
    /// The scope has no stored value, the stored value is too old, or the store has not been read yet.
    ///
    /// A stored empty value, such as an empty list, is ``value(_:isFresh:)``.
    case none
    /// The stored snapshot.
    ///
    /// If `isFresh` is `true`, the snapshot is recent enough and need not be fetched again.
    case value(SourceSnapshot<Scope, Value>, isFresh: Bool)
  }

  /// The stored snapshot, fresh or not; `nil` if ``data`` is ``Content/none``.
  public var snapshot: SourceSnapshot<Scope, Value>? {
    if case .value(let snapshot, _) = data { snapshot } else { nil }
  }

  /// The value of the ``snapshot``, fresh or not; `nil` if ``data`` is ``Content/none``.
  public var value: Value? { snapshot?.value }
}

/// A value from the server, with its version, and with its validator for later requests.
///
/// A ``CachedSource`` stores a snapshot as one record. So a crash cannot combine a value with the
/// validator or the version of another value.
public struct SourceSnapshot<Scope: Hashable & Sendable, Value: Sendable>: Sendable, Identifiable {
  /// The scope of the value, such as a city and a language.
  public let scope: Scope
  /// The value, as the server sent it or as the app ships it.
  public let value: Value
  /// The version of the value; `nil` if the server does not number versions.
  ///
  /// A newer version has a higher number.
  public let version: Int?
  /// The time at which the server last sent or confirmed the value.
  public let time: Date
  /// The server's validator for the value, such as an `ETag`; `nil` if there is none.
  ///
  /// A validator is valid only for requests of the same ``scope``.
  public let validator: String?

  /// The scope, because each scope has one snapshot.
  public var id: Scope { scope }

  /// Creates a snapshot, for example from data that is shipped with the app.
  ///
  /// `version` is the server's number of the version, and `validator` is, for example, an `ETag`.
  public init(
    scope: Scope, value: Value, version: Int? = nil, time: Date, validator: String? = nil
  ) {
    self.scope = scope
    self.value = value
    self.version = version
    self.time = time
    self.validator = validator
  }

  /// Returns the snapshot with its value converted to a newer type, for a migration.
  ///
  /// The result has no validator, so that the server sends the whole value again. With a validator, the
  /// server could answer "not modified", and new properties of the value would never arrive.
  public func map<New>(
    _ transform: (Value) throws -> New
  ) rethrows -> SourceSnapshot<Scope, New> {
    SourceSnapshot<Scope, New>(
      scope: scope, value: try transform(value), version: version, time: time)
  }
}

extension SourceSnapshot: Equatable where Value: Equatable {}
extension SourceSnapshot: Codable where Scope: Codable, Value: Codable {}

/// The conditions under which a consumer of a ``CachedSource`` causes a fetch.
public enum FetchPolicy: Sendable, Hashable {
  /// The consumer causes no fetch.
  ///
  /// The consumer receives stored values, and values that are fetched for other consumers.
  case never
  /// The consumer causes a fetch if the snapshot is missing or not fresh, or if the last fetch failed.
  case whenStale
  /// The consumer causes one fetch, even if the stored snapshot is fresh.
  case always
}
