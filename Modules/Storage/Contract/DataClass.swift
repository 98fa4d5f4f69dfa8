#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a value is worth, which decides once for all what happens to it.
///
/// | | critical | user state | cache |
/// | --- | --- | --- | --- |
/// | a write has ended when it survives | a power cut | a crash of the app | nothing in particular |
/// | a damaged file | is set aside and thrown | is set aside and thrown | is set aside and counts as absent |
/// | a value that a step refuses | stays, and is reported | stays, and is reported | is dropped |
/// | what the previous release reads | is kept beside it | is kept beside it | goes |
/// | when the disk is full | is written first | is written next | is given up to make room |
/// | a backup of the device | has it | has it | leaves it out |
/// | a locked device lets it be read | from the first unlock on | as the app's other files | likewise |
///
/// The last two rows are about Apple platforms.
public struct DataClass: Sendable {
  enum Worth: Int, Sendable, Hashable, CaseIterable {
    case critical, userState, cache
  }

  let worth: Worth
  /// How old a value may be when it is read, and what tells the time.
  let expiry: Expiry?
  /// The largest file, in bytes.
  let sizeLimit: Int

  /// What the app cannot do without and nobody else has: the chosen city, the id of the cart, a
  /// queue of unsent changes.
  public static let critical = DataClass(.critical)

  /// What the user has made and would miss: addresses, drafts, settings.
  public static let userState = DataClass(.userState)

  /// What can be had again: a menu, a list.
  public static let cache = DataClass(.cache)

  /// What can be had again, within limits.
  ///
  /// - Parameters:
  ///   - expiry: How long a value counts after it was written; `nil` for as long as it is there.
  ///   - sizeLimit: A larger file is not written, in bytes; the value stays in memory.
  /// - Returns: The class of a cache with these limits.
  public static func cache(
    _ expiry: Expiry?, sizeLimit: Int = DataClass.largestFile
  ) -> DataClass {
    DataClass(.cache, expiry: expiry, sizeLimit: sizeLimit)
  }

  /// How long the value of a cache counts.
  public struct Expiry: Sendable {
    let lifetime: Duration
    let now: @Sendable () -> Date

    /// Counts a value as absent when it is read from its file later than that.
    ///
    /// - Parameters:
    ///   - lifetime: The time after a write in which the value counts.
    ///   - now: Tells the time of day, such as `{ .now }`.
    /// - Returns: The limit.
    public static func after(
      _ lifetime: Duration, now: @escaping @Sendable () -> Date
    ) -> Expiry {
      Expiry(lifetime: lifetime, now: now)
    }
  }

  /// The largest file that is read or written, in bytes (64 MiB).
  ///
  /// Values here are under a megabyte; the limit keeps a wrong file from taking all memory.
  public static let largestFile: Int = 64 << 20

  private init(_ worth: Worth, expiry: Expiry? = nil, sizeLimit: Int = largestFile) {
    self.worth = worth
    self.expiry = expiry
    self.sizeLimit = min(sizeLimit, Self.largestFile)
  }

  /// Whether a damaged or refused value is worth keeping.
  var isWorthKeeping: Bool { worth != .cache }

  /// What a write notes as its time; 0 where nobody will ask.
  var time: Int64 { expiry.map { Int64($0.now().timeIntervalSince1970) } ?? 0 }

  func isFresh(_ time: Int64) -> Bool {
    guard let expiry else { return true }
    // A write in the future is from a clock that has been set back, and of unknown age.
    return (0...expiry.lifetime.components.seconds).contains(self.time - time)
  }
}
