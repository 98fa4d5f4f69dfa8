public import Foundation

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
}

extension SourceSnapshot: Equatable where Value: Equatable {}
extension SourceSnapshot: Codable where Scope: Codable, Value: Codable {}
