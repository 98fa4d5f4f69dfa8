import Foundation

/// A reason for which bytes cannot be a photo of a review.
public enum PhotoProblem: Sendable, Hashable {
  /// ``OrderReviews/attach(_:to:)`` received data with zero bytes.
  case empty
  /// The photo has more bytes than this limit.
  case tooLarge(limit: Int)
  /// The bytes do not begin as a JPEG image does; the rest of them is not checked.
  case notJPEG
}

extension PhotoProblem {
  /// Creates the problem of a photo from its size and its first bytes; returns `nil` for a valid photo.
  init?(_ bytes: Data) {
    if bytes.isEmpty {
      self = .empty
    } else if bytes.count > ReviewLimits.photoSize {
      self = .tooLarge(limit: ReviewLimits.photoSize)
    } else if !bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      // A JPEG begins with the marker "start of image" and the first byte of the next marker (ISO/IEC
      // 10918-1, B.2.1).
      self = .notJPEG
    } else {
      return nil
    }
  }
}

extension PhotoProblem: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .empty: "the photo is empty; choose another one"
    case .tooLarge(let limit): "the photo is too large; make it smaller than \(limit >> 20) MB"
    case .notJPEG: "the file is not a JPEG photo; convert it"
    }
  }
}
