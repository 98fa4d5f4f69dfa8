/// A token by which an identity provider authenticates the user.
///
/// A printed or logged value does not contain the token.
public struct ProviderToken: Sendable, Hashable {
  /// The service's name of the provider, such as `apple`.
  public let provider: String
  let token: Secret

  /// Creates a token from a provider's text, such as an identity token.
  ///
  /// `provider` is the service's name of the provider, such as `apple`.
  public init(provider: String, token: String) {
    self.provider = provider
    self.token = Secret(token)
  }
}
