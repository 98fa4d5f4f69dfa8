@_spi(SettledCity) import Networking

/// A city, in place of the module that settles cities.
enum DemoCity {
  static let context: RequestContext = {
    guard let context = RequestContext(country: "RU", city: 524_901, language: "ru") else {
      preconditionFailure("the city cannot be sent")
    }
    return context
  }()
}
