import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// Converts an error of `URLSession`.
  ///
  /// If a reused connection breaks during a request, `URLSession` repeats the request over a new
  /// connection, and reports only the error of the second attempt. So the error does not show whether a
  /// part of the request was sent, and the caller passes `wasSent`.
  ///
  /// - Parameters:
  ///   - error: The error with which the task has ended.
  ///   - wasSent: Whether a part of the request may have been sent; always `false` for a GET.
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

  /// Returns the error's cause in one line, because the description of the error fills a page.
  private static func text(of error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    return (cause ?? error as NSError).localizedDescription
  }
}

extension URLSessionTask {
  /// Whether the server may have received a part of a request that changes data.
  ///
  /// The result is always `false` for a GET, which changes nothing and can be repeated.
  func mayHaveSent(_ request: HTTPRequest) -> Bool {
    request.method != .get && !hasSentNothing(of: request)
  }

  /// Whether the server certainly has received no part of the request.
  ///
  /// This is certain only if the request has a body and no byte of the body was sent. The result is
  /// always `false` for a request without a body, such as a DELETE.
  func hasSentNothing(of request: HTTPRequest) -> Bool {
    guard let body = request.method.body else { return false }
    return !body.bytes.isEmpty && countOfBytesSent == 0
  }
}
