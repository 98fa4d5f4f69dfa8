#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A photo of a review; its bytes are in a file of its own until the server has them.
public struct ReviewPhoto: Sendable, Hashable, Codable, Identifiable {
  /// Names the photo, here and at the server.
  public let id: String
  /// How many bytes it has.
  public let size: Int
  /// Which of the places for photos it is in.
  let slot: Int

  init(id: String, size: Int, slot: Int) {
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

extension PhotoProblem {
  /// Returns the problem with a photo, as far as its beginning and its size tell.
  init?(_ bytes: Data) {
    if bytes.isEmpty {
      self = .empty
    } else if bytes.count > ReviewLimits.photoSize {
      self = .tooLarge(limit: ReviewLimits.photoSize)
    } else if !bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      // Start of image, and the marker that has to follow it (ISO/IEC 10918-1, B.2.1).
      self = .notJPEG
    } else {
      return nil
    }
  }
}
