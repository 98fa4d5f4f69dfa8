import Foundation
import Testing

@testable import Networking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct TransportErrorTests {
  @Test(
    arguments: [
      .notConnectedToInternet, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed,
      .internationalRoamingOff, .callIsActive, .dataNotAllowed,
    ] as [URLError.Code])
  func `A server that is unreachable is offline, and after sending may have the request`(
    _ code: URLError.Code
  ) {
    #expect(TransportError(URLError(code), wasSent: false) == .offline)
    #expect(TransportError(URLError(code), wasSent: true) == .connectionLost)
  }

  @Test(
    arguments: [
      .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection,
    ] as [URLError.Code])
  func `An untrusted connection has carried nothing, and after sending may have the request`(
    _ code: URLError.Code
  ) {
    let cause = NSError(
      domain: "tls", code: 1, userInfo: [NSLocalizedDescriptionKey: "a certificate of tomorrow"])
    let error = URLError(code, userInfo: [NSUnderlyingErrorKey: cause])
    // The text of an error is that of its cause.
    #expect(TransportError(error, wasSent: false) == .untrusted("a certificate of tomorrow"))
    #expect(TransportError(error, wasSent: true) == .failed("a certificate of tomorrow"))
  }

  @Test(
    arguments: [
      // A broken connection is never offline, because it may have carried the request.
      (.networkConnectionLost, .connectionLost), (.timedOut, .timedOut), (.cancelled, .cancelled),
    ] as [(URLError.Code, TransportError)])
  func `A broken connection, a timeout and a cancellation are distinguished`(
    _ code: URLError.Code, error: TransportError
  ) {
    #expect(TransportError(URLError(code), wasSent: false) == error)
  }

  @Test func `Any other error has its text`() {
    struct Odd: Error, CustomStringConvertible {
      let description = "a hole in the wire"
    }
    #expect(TransportError(Odd(), wasSent: false) == .failed("a hole in the wire"))
  }
}
