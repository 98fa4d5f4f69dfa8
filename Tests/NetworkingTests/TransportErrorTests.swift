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
    let error = TransportError(URLError(.serverCertificateUntrusted), wasSent: false)
    guard case .failed = error else {
      Issue.record("a wrong certificate is neither offline nor late")
      return
    }
  }
}
