/// A separate copy of a model for each account, and one for guests.
///
/// Each copy begins as the initial model.
public struct PerAccount<Model: Sendable>: Sendable {
  private var initial: Model
  private var copies: [String?: Model] = [:]

  /// Creates a value that contains no account's model yet; the model of each account begins as `initial`.
  public init(_ initial: Model) { self.initial = initial }

  /// The copy of the account with this id, or the copy of the guests for `nil`.
  public subscript(account: String?) -> Model {
    get { copies[account] ?? initial }
    set { copies[account] = newValue }
  }

  /// The ids of the accounts whose copy was set; `nil` means the guests.
  var accounts: [String?] { Array(copies.keys) }

  /// All copies that were set.
  public var all: [Model] { Array(copies.values) }

  /// Changes each copy and the initial model, with which later copies begin.
  public mutating func changeAll(_ body: (inout Model) -> Void) {
    body(&initial)
    for account in copies.keys { body(&self[account]) }
  }

  /// Removes the copy of the account with this id.
  public mutating func remove(_ account: String) { copies[account] = nil }
}
