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

  @Test("An unreachable server is offline", arguments: unreachable)
  func offline(_ code: URLError.Code) {
    #expect(TransportError(URLError(code), wasSent: false) == .offline)
  }

  @Test(
    "A server that is unreachable after sending may have the request", arguments: unreachable
  )
  func lost(_ code: URLError.Code) {
    #expect(TransportError(URLError(code), wasSent: true) == .connectionLost)
  }

  @Test("A broken connection is never offline, because it may have carried the request")
  func broken() {
    #expect(TransportError(URLError(.networkConnectionLost), wasSent: false) == .connectionLost)
  }

  @Test("A timeout and a cancellation are distinguished")
  func timedOut() {
    #expect(TransportError(URLError(.timedOut), wasSent: false) == .timedOut)
    #expect(TransportError(URLError(.cancelled), wasSent: false) == .cancelled)
  }

  @Test("Any other error has its text")
  func other() {
    struct Odd: Error, CustomStringConvertible {
      let description = "a hole in the wire"
    }

    #expect(TransportError(Odd(), wasSent: false) == .failed("a hole in the wire"))
  }

  @Test("An untrusted connection has carried nothing", arguments: unsafe)
  func untrusted(_ code: URLError.Code) {
    guard case .untrusted = TransportError(URLError(code), wasSent: false) else {
      Issue.record("a wrong certificate is neither offline nor late")
      return
    }
  }

  @Test(
    "An untrusted connection after sending may have carried a change",
    arguments: unsafe)
  func untrustedAgain(_ code: URLError.Code) {
    guard case .failed = TransportError(URLError(code), wasSent: true) else {
      Issue.record("a change that may have been made is not said to be unsent")
      return
    }
  }
}
