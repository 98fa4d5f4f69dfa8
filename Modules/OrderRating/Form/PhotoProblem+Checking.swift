#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PhotoProblem {
  /// What speaks against a photo, as far as its beginning and its size tell.
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
