/// A photo of a review; its bytes are in a file of its own until the server has them.
public struct ReviewPhoto: Sendable, Hashable, Codable, Identifiable {
  /// Names the photo, here and at the server.
  public let id: String
  /// How many bytes it has.
  public let size: Int
  /// Which of the places for photos it is in.
  package let slot: Int

  package init(id: String, size: Int, slot: Int) {
    self.id = id
    self.size = size
    self.slot = slot
  }
}

/// Why something cannot be a photo of a review.
public enum PhotoProblem: Sendable, Hashable {
  /// It has no bytes.
  case empty
  /// It has more bytes than this; make it smaller.
  case tooLarge(limit: Int)
  /// It is no JPEG; convert it.
  case notJPEG
}

/// How much this module keeps.
public enum ReviewLimits {
  /// The largest photo, in bytes (5 MiB).
  public static let photoSize = 5 << 20
  /// How many photos of all reviews are kept at a time, until the server has them.
  public static let photos = 16
}
