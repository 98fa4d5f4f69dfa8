/// The limits that a ``ShoppingCart`` enforces; a cart from the server may exceed them.
public enum CartLimits {
  /// The quantities of a line that the app can set; a line of the server may have a larger one.
  public static let quantity = 1...99
  /// The maximum number of lines of one cart, including gifts.
  public static let lines = 200
  /// The length of a promo code in bytes of UTF-8, without surrounding white space.
  public static let promoCode = 1...64
  /// The time after the user's tap in which an order may be sent.
  public static let orderValidity: Duration = .seconds(900)
  /// The quantities of a line that a server may tell.
  static let known = 1...100_000
  /// The number of placed orders per city that wait for ``ShoppingCart/acknowledge(_:)``.
  ///
  /// If there are more, the oldest are forgotten. The server's list of orders still contains them.
  static let placedOrders = 100
}
