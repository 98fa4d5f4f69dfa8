public import Networking

/// What a menu is for; one is kept for each.
///
/// Prices depend on how an order is got, and texts on the language. The time of an order is not part
/// of it: what is to be had when, the menu itself says.
public struct MenuScope: Sendable, Hashable, Codable {
  /// The number by which the server knows the city.
  public let city: Int
  /// The language of the texts, by its BCP 47 code.
  public let language: String
  /// How an order is got.
  public let fulfilment: Fulfilment

  /// Creates the scope of a settled city.
  public init(_ fulfilment: Fulfilment, in context: RequestContext) {
    city = context.city
    language = context.language
    self.fulfilment = fulfilment
  }

  /// The number that stands for no city: nothing is stored for it, and nothing can be fetched.
  static let noCity = 0

  /// Creates the scope of a settled city, or of none before a city is chosen.
  init(_ fulfilment: Fulfilment, in context: RequestContext?) {
    if let context {
      self.init(fulfilment, in: context)
    } else {
      (city, language, self.fulfilment) = (Self.noCity, "", fulfilment)
    }
  }
}

/// How an order is got; a way unknown to this release is kept as it came.
public struct Fulfilment: RawRepresentable, Sendable, Hashable, Codable {
  /// The server's word for it.
  public let rawValue: String

  /// Wraps the server's word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A courier brings it.
  public static let delivery = Fulfilment(rawValue: "delivery")
  /// The customer fetches it.
  public static let pickup = Fulfilment(rawValue: "pickup")
  /// The customer eats it there.
  public static let dineIn = Fulfilment(rawValue: "dineIn")
}
