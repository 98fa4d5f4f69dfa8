/// The result of validating an address by its template; it contains all problems.
public struct AddressCheck: Sendable, Hashable {
  /// The problems that prevent saving.
  public internal(set) var errors: [AddressProblem] = []
  /// The problems that do not prevent saving: the value is unusual but may be correct.
  public internal(set) var warnings: [AddressProblem] = []

  /// Whether the content can be saved: there are no ``errors``, but there may be ``warnings``.
  public var isAcceptable: Bool { errors.isEmpty }
}
