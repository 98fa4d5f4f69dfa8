/// A model of which each account has a copy of its own, and so has a guest.
///
/// A copy begins as the initial model.
public struct PerAccount<Model: Sendable>: Sendable {
  private var initial: Model
  private var copies: [String?: Model] = [:]

  /// Creates a model without accounts.
  public init(_ initial: Model) { self.initial = initial }

  /// The copy of an account; that of a guest for `nil`.
  public subscript(account: String?) -> Model {
    get { copies[account] ?? initial }
    set { copies[account] = newValue }
  }

  /// The accounts whose copy has been changed; `nil` is the guest.
  var accounts: [String?] { Array(copies.keys) }

  /// All copies that have been changed.
  public var all: [Model] { Array(copies.values) }

  /// Changes each copy, and the initial model.
  public mutating func changeAll(_ body: (inout Model) -> Void) {
    body(&initial)
    for account in copies.keys { body(&self[account]) }
  }

  /// Removes the copy of an account.
  public mutating func remove(_ account: String) { copies[account] = nil }
}
