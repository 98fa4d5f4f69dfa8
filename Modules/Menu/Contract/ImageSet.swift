/// One image in several widths, with a placeholder color.
public struct ImageSet: Sendable, Hashable, Codable {
  /// The path of the image on the server; append a width, such as `/320`.
  public let path: String
  /// Available widths in pixels, one of which is appended to ``path``; may be empty.
  let widths: [Int]
  /// Color to show while the image loads, as `#RRGGBB`.
  public let placeholder: String

  /// Returns the narrowest available width that is at least `pixels`.
  ///
  /// Returns the widest available width if all widths are smaller than `pixels`. Returns `nil` if there
  /// are no widths.
  ///
  /// ```swift
  /// let path = image.width(filling: 640).map { "\(image.path)/\($0)" }
  /// ```
  public func width(filling pixels: Int) -> Int? {
    widths.filter { $0 >= pixels }.min() ?? widths.max()
  }
}
