/// What became of asking the server for a value; every answer is exactly one of these.
public enum SourceAnswer<Value: Sendable>: Sendable {
  /// The value, with what the server will recognise it by and its place among all versions.
  ///
  /// A lower version than the stored one is not used, and counts as a failure, for as long as it can
  /// come from a replica that lags. When the server has not confirmed the stored version for longer,
  /// the lower one replaces it.
  case value(Value, validator: String? = nil, version: Int? = nil)

  /// The stored value is still the right one; the validator is the one that the answer came with.
  case notModified(validator: String? = nil)

  /// There is no answer, or none that can be used, for a reason that can be shown.
  case failed(String)

  /// Nothing may be sent for now: the gate is closed for this reason, and the value stays wanted.
  case closed(Gate.Reason)
}
