import Storage

/// What is kept of a cart beside the changes that wait: this module's storage choice.
///
/// The server has the cart; what nobody else has is its id, and for a while the lines of one that had
/// to be left. Both are one critical record, so that no crash comes between leaving one cart and
/// going on with another. The id is made here, before the server knows of it.
struct KeptCart: Codable, Sendable, Equatable {
  /// The cart, once something was put into it.
  var id: String?
  /// The city that it is in.
  var city: Int
  /// The lines of the cart before.
  var offer: CartOffer?
  /// The number under which the cart before was ordered.
  var ordered: String?
  /// The carts that were left while changes waited for them: nothing is sent for those any more.
  ///
  /// `nil` in what a release wrote that recorded none; then each cart but this one was left.
  var left: [String]?
  /// The lines in the order in which the user added them, where the server has another one.
  var order: [CartLine.ID]?

  static func repository(in directory: StorageDirectory) -> SingleRepository<KeptCart> {
    SingleRepository(
      .memoryBackedByFile("cart"), class: .critical, schema: Schema(KeptCart.self), in: directory)
  }
}
