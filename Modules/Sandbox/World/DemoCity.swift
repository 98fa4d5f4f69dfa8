public import Commerce
@_spi(SettledCity) public import Networking

extension RequestContext {
  /// Returns the request context of a fixed city, for showcases and tests without the module
  /// `Cities`.
  ///
  /// The country and the language must be valid codes, otherwise the program stops.
  public static func demo(_ country: String, _ city: CityID, language: String = "en") -> Self {
    guard let context = Self(country: country, city: city, language: language) else {
      preconditionFailure("\(country) in \(language) cannot be sent")
    }
    return context
  }
}
