/// The limits of the stored photos, which ``OrderReviews/attach(_:to:)`` enforces.
public enum ReviewLimits {
  /// The maximum size of a photo, in bytes (5 MiB).
  public static let photoSize = 5 << 20
  /// The maximum number of stored photos of all reviews; a photo is stored until the server has it.
  public static let photos = 16
}
