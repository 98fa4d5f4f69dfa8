/// A storage class: the policy for durability, damage, rollback and disk space of a stored value.
///
/// | | critical | user state | cache |
/// | --- | --- | --- | --- |
/// | a completed write survives | a power cut | a crash of the app | no guarantee |
/// | the first access to a damaged file | throws | throws | does not throw |
/// | a value that a migration step rejects | stays; access throws | stays; access throws | is removed |
/// | the previous release's file | is preserved | is preserved | is removed |
/// | on a full disk | is written first | is written next | is removed to make room |
/// | device backup | included | included | excluded |
/// | readable while the device is locked | after the first unlock | system default | system default |
///
/// In every class, the bytes of a damaged file are preserved under another name and not read again.
/// Every access that does not throw returns the intact elements of a damaged collection, and treats any
/// other damaged file as absent. ``StoredSchema`` defines the migration steps. The last two rows apply
/// to Apple platforms.
public struct StorageClass: Sendable {
  enum Tier: Int, Sendable, Hashable, CaseIterable {
    case critical, userState, cache
  }

  let worth: Tier
  /// The maximum size of a file, in bytes: ``largestFile``, except in tests.
  let sizeLimit: Int

  /// Data that the app requires and that is stored nowhere else.
  ///
  /// Examples are the chosen city, the carts and a queue of unsent changes.
  public static let critical = StorageClass(.critical)

  /// Data that the user has created and would miss, such as addresses, drafts and settings.
  public static let userState = StorageClass(.userState)

  /// Data that can be fetched again, such as a menu.
  public static let cache = StorageClass(.cache)

  /// The maximum size of a file that is read or written, in bytes (64 MiB).
  ///
  /// Expected values have less than a megabyte. The limit prevents a wrong file from exhausting memory.
  package static let largestFile: Int = 64 << 20

  init(_ worth: Tier, sizeLimit: Int = largestFile) {
    self.worth = worth
    self.sizeLimit = sizeLimit
  }

  /// Whether a rollback of the app loses nothing.
  package var isCritical: Bool { worth == .critical }

  /// Whether values must be preserved; `false` for a cache, because its values can be fetched again.
  var isWorthKeeping: Bool { worth != .cache }
}
