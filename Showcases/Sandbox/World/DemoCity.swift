@_spi(SettledCity) public import Networking

extension RequestContext {
  /// Returns the context of a city that is a constant, in place of the module that settles cities.
  public static func demo(_ country: String, _ city: CityID, language: String = "en") -> Self {
    guard let context = Self(country: country, city: city, language: language) else {
      preconditionFailure("\(country) in \(language) cannot be sent")
    }
    return context
  }
}
