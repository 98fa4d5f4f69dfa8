#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A storage class: the policy for durability, damage, rollback and disk space of a stored value.
///
/// | | critical | user state | cache |
/// | --- | --- | --- | --- |
/// | a completed write survives | a power cut | a crash of the app | no guarantee |
/// | a damaged file is set aside | and the access throws | and the access throws | and counts as absent |
/// | a value that a step rejects | stays; the access throws | stays; the access throws | is removed |
/// | the previous release's file | is preserved | is preserved | is removed |
/// | on a full disk | is written first | is written next | is removed to make room |
/// | device backup | included | included | excluded |
/// | readable while locked | after the first unlock | as other files | as other files |
///
/// Of a damaged collection, the intact elements stay. The last two rows apply to Apple platforms.
public struct DataClass: Sendable {
  enum Worth: Int, Sendable, Hashable, CaseIterable {
    case critical, userState, cache
  }

  let worth: Worth
  /// The maximum age of a value at reading, with the clock that measures it; `nil` for no limit.
  let expiry: Expiry?
  /// The maximum size of a file, in bytes.
  let sizeLimit: Int

  /// Data that the app requires and that exists nowhere else.
  ///
  /// Examples are the chosen city, the ID of the cart and a queue of unsent changes.
  public static let critical = DataClass(.critical)

  /// Data that the user created and would miss: addresses, drafts, settings.
  public static let userState = DataClass(.userState)

  /// Data that can be fetched again: a menu, a list.
  public static let cache = DataClass(.cache)

  /// Returns a storage class for data that can be fetched again, with limits on age and size.
  ///
  /// - Parameters:
  ///   - expiry: The maximum age of a value; `nil` for no limit.
  ///   - sizeLimit: The maximum size of the file in bytes, at most ``DataClass/largestFile``. A
  ///     larger value is not written: the write fails with ``StorageError/tooLarge(file:limit:)``.
  ///     A larger file counts as absent and is removed.
  /// - Returns: The storage class.
  public static func cache(
    _ expiry: Expiry?, sizeLimit: Int = DataClass.largestFile
  ) -> DataClass {
    DataClass(.cache, expiry: expiry, sizeLimit: sizeLimit)
  }

  /// The maximum age of a cached value.
  public struct Expiry: Sendable {
    let lifetime: Duration
    let now: @Sendable () -> Date

    /// Returns a limit after which a value counts as absent when it is read from its file.
    ///
    /// Ages are measured in whole seconds. A value that is already in memory does not expire.
    ///
    /// - Parameters:
    ///   - lifetime: The maximum age of a value since its write; fractions of a second are ignored.
    ///   - now: Returns the current time, such as `{ .now }`.
    /// - Returns: The limit.
    public static func after(
      _ lifetime: Duration, now: @escaping @Sendable () -> Date
    ) -> Expiry {
      Expiry(lifetime: lifetime, now: now)
    }
  }

  /// The maximum size of a file that is read or written, in bytes (64 MiB).
  ///
  /// Expected values are below a megabyte. The limit prevents a wrong file from exhausting memory.
  public static let largestFile: Int = 64 << 20

  private init(_ worth: Worth, expiry: Expiry? = nil, sizeLimit: Int = largestFile) {
    self.worth = worth
    self.expiry = expiry
    self.sizeLimit = min(sizeLimit, Self.largestFile)
  }

  /// Whether a damaged or rejected value is preserved.
  var isWorthKeeping: Bool { worth != .cache }

  /// The time stamp of a write, in seconds since 1970; 0 when values of this class do not expire.
  var time: Int64 { expiry.map { Int64($0.now().timeIntervalSince1970) } ?? 0 }

  func isFresh(_ time: Int64) -> Bool {
    guard let expiry else { return true }
    // A write in the future means that the clock was set back, so the age is unknown.
    return (0...expiry.lifetime.components.seconds).contains(self.time - time)
  }
}
