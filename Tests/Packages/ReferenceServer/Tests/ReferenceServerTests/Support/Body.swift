/// Bodies of requests, in one line each.
enum Body {
  /// A quantity of a product in a cart, and the quantity that the user has seen.
  static func line(
    _ operation: String, _ quantity: Int, seen: Int? = nil, of product: String = "cola",
    modifiers: String = ""
  ) -> String {
    let seen = seen.map { #","seen":\#($0)"# } ?? ""
    return #"{"operation":"\#(operation)","quantity":\#(quantity)\#(seen),"item":{"city":1526384,"#
      + #""name":"\#(product)","details":[],"revision":"1","unitPrice":{"minorUnits":60000,"#
      + #""currency":"KZT"},"configuration":\#(configuration(product, modifiers))}}"#
  }

  /// An order of a quantity of cola for an amount due.
  static func order(_ operation: String, _ quantity: Int, for due: Int) -> String {
    #"{"operation":"\#(operation)","due":\#(due),"lines":[{"configuration":"#
      + #"\#(configuration("cola", "")),"quantity":\#(quantity)}]}"#
  }

  /// A promo code, which is also the operation.
  static func promo(_ code: String) -> String {
    #"{"operation":"\#(code)","code":"\#(code)","isWanted":true}"#
  }

  /// An address in a street.
  static func address(_ operation: String, _ street: String, label: String = "") -> String {
    #"{"operation":"\#(operation)","used":0,"address":{"city":1526384,"template":"KZ","#
      + #""label":"\#(label)","fields":[{"type":"street","value":"\#(street)"},"#
      + #"{"type":"house","value":"1"}]}}"#
  }

  /// The choice of an address for a city.
  static func choice(_ operation: String, of address: String) -> String {
    #"{"operation":"\#(operation)","id":"\#(address)"}"#
  }

  /// An order that can be rated until a time.
  static func finished(closesAt: Int = 4_000_000_000) -> String {
    """
    {"fulfilment":"delivery","lines":["1"],"closesAt":\(closesAt)}
    """
  }

  /// A review of the food of an order.
  static func review(_ id: String = "r", stars: Int = 4, photos: String = "") -> String {
    #"{"id":"\#(id)","photos":[\#(photos)],"marks":[{"subject":"food","stars":\#(stars),"tags":[]}]}"#
  }

  private static func configuration(_ product: String, _ modifiers: String) -> String {
    #"{"product":"\#(product)","modifiers":[\#(modifiers)],"removed":[],"parts":[]}"#
  }
}
