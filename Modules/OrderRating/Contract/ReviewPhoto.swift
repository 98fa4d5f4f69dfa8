/// A photo of a review; its bytes are stored in a separate file until the server has them.
public struct ReviewPhoto: Sendable, Hashable, Codable, Identifiable {
  /// The id of the photo on the device and at the server; unique across devices.
  public let id: String
  /// The size of the JPEG image in bytes, at most ``ReviewLimits/photoSize``.
  public let size: Int
  /// The number of the file that stores the photo, from 1 to ``ReviewLimits/photos``; 0 for an imported photo
  /// whose bytes are not on the device.
  let slot: Int
}
