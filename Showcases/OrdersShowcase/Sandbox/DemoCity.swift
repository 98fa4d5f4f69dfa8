@_spi(SettledCity) import Networking

/// A city, in place of the module that settles cities.
enum DemoCity {
  static let context: RequestContext = {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: "en") else {
      preconditionFailure("the city cannot be sent")
    }
    return context
  }()
}
