import Foundation
import Testing

@testable import Networking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("What the platform calls a failed exchange")
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

  @Test("A server that cannot be reached is offline", arguments: unreachable)
  func offline(_ code: URLError.Code) {
    #expect(TransportError(URLError(code), wasSent: false) == .offline)
  }

  @Test(
    "A server that cannot be reached again is lost: it may have the request", arguments: unreachable
  )
  func lost(_ code: URLError.Code) {
    #expect(TransportError(URLError(code), wasSent: true) == .connectionLost)
  }

  @Test("A connection that breaks is never offline: it may have carried more than is known")
  func broken() {
    #expect(TransportError(URLError(.networkConnectionLost), wasSent: false) == .connectionLost)
  }

  @Test("An answer that does not come in time is late, a cancelled one cancelled")
  func timedOut() {
    #expect(TransportError(URLError(.timedOut), wasSent: false) == .timedOut)
    #expect(TransportError(URLError(.cancelled), wasSent: false) == .cancelled)
  }

  @Test("Anything else keeps its text")
  func other() {
    struct Odd: Error, CustomStringConvertible {
      let description = "a hole in the wire"
    }

    #expect(TransportError(Odd(), wasSent: false) == .failed("a hole in the wire"))
  }

  @Test("A connection that cannot be trusted has carried nothing", arguments: unsafe)
  func untrusted(_ code: URLError.Code) {
    guard case .untrusted = TransportError(URLError(code), wasSent: false) else {
      Issue.record("a wrong certificate is neither offline nor late")
      return
    }
  }

  @Test(
    "A connection that cannot be trusted again may have carried a change before",
    arguments: unsafe)
  func untrustedAgain(_ code: URLError.Code) {
    guard case .failed = TransportError(URLError(code), wasSent: true) else {
      Issue.record("a change that may have been made is not said to be unsent")
      return
    }
  }
}
