import Foundation
import Testing

@testable import Networking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Errors of the platform")
struct TransportErrorTests {
  static let unreachable: [URLError.Code] = [
    .notConnectedToInternet, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed,
    .internationalRoamingOff, .callIsActive, .dataNotAllowed,
  ]
  static let unsafe: [URLError.Code] = [
    .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
    .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
    .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection,
  ]

  @Test(arguments: unreachable)
  func `An unreachable server is offline`(_ code: URLError.Code) {
    #expect(TransportError(URLError(code), wasSent: false) == .offline)
  }

  @Test(arguments: unreachable)
  func `A server that is unreachable after sending may have the request`(_ code: URLError.Code) {
    #expect(TransportError(URLError(code), wasSent: true) == .connectionLost)
  }

  @Test func `A broken connection is never offline, because it may have carried the request`() {
    #expect(TransportError(URLError(.networkConnectionLost), wasSent: false) == .connectionLost)
  }

  @Test func `A timeout and a cancellation are distinguished`() {
    #expect(TransportError(URLError(.timedOut), wasSent: false) == .timedOut)
    #expect(TransportError(URLError(.cancelled), wasSent: false) == .cancelled)
  }

  @Test func `Any other error has its text`() {
    struct Odd: Error, CustomStringConvertible {
      let description = "a hole in the wire"
    }

    #expect(TransportError(Odd(), wasSent: false) == .failed("a hole in the wire"))
  }

  @Test func `The text of an error is that of its cause`() {
    let cause = NSError(
      domain: "tls", code: 1, userInfo: [NSLocalizedDescriptionKey: "a certificate of tomorrow"])
    let error = URLError(
      .serverCertificateNotYetValid, userInfo: [NSUnderlyingErrorKey: cause])

    #expect(TransportError(error, wasSent: false) == .untrusted("a certificate of tomorrow"))
  }

  @Test(arguments: unsafe)
  func `An untrusted connection has carried nothing`(_ code: URLError.Code) {
    guard case .untrusted = TransportError(URLError(code), wasSent: false) else {
      Issue.record("a wrong certificate is neither offline nor late")
      return
    }
  }

  @Test(arguments: unsafe)
  func `An untrusted connection after sending may have carried a change`(_ code: URLError.Code) {
    guard case .failed = TransportError(URLError(code), wasSent: true) else {
      Issue.record("a change that may have been made is not said to be unsent")
      return
    }
  }
}
