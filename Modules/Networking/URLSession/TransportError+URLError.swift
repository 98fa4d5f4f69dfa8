import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// Says what the platform's error means, knowing whether anything may have been sent.
  ///
  /// The platform's code alone is not enough: when a kept connection dies under a request, it sends
  /// the request again over a new one, and tells of that one only.
  init(_ error: any Error, wasSent: Bool) {
    switch (error as? URLError)?.code {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .notConnectedToInternet, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed,
      .internationalRoamingOff, .callIsActive, .dataNotAllowed:
      self = wasSent ? .connectionLost : .offline
    case .networkConnectionLost: self = .connectionLost
    case nil: self = .failed("\(error)")
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      self = wasSent ? .failed(Self.text(of: error)) : .untrusted(Self.text(of: error))
    default: self = .failed(Self.text(of: error))
    }
  }

  /// The cause in one line; the error itself prints as a page.
  private static func text(of error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    return (cause ?? error as NSError).localizedDescription
  }
}

extension URLSessionTask {
  /// Whether a change may have reached the server; a read changes nothing wherever it has got to.
  func mayHaveSent(_ request: HTTPRequest) -> Bool {
    request.method != .get && !hasSentNothing(of: request)
  }

  /// Whether it is certain that the server has not been given the request.
  ///
  /// There is a body, and none of its bytes have been sent. A removal has no body to tell by.
  func hasSentNothing(of request: HTTPRequest) -> Bool {
    guard let body = request.method.body else { return false }
    return !body.bytes.isEmpty && countOfBytesSent == 0
  }
}
