import Foundation
import Testing

@testable import Networking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("What the platform calls a failed exchange")
struct TransportErrorTests {
  @Test(
    "A server that cannot be reached is offline",
    arguments: [
      URLError.notConnectedToInternet, .networkConnectionLost, .cannotConnectToHost,
      .cannotFindHost, .dnsLookupFailed,
    ])
  func offline(_ code: URLError.Code) {
    #expect(TransportError(URLError(code)) == .offline)
  }

  @Test("An answer that does not come in time is late, a cancelled one cancelled")
  func timedOut() {
    #expect(TransportError(URLError(.timedOut)) == .timedOut)
    #expect(TransportError(URLError(.cancelled)) == .cancelled)
  }

  @Test("Anything else keeps its text")
  func other() {
    struct Odd: Error, CustomStringConvertible {
      let description = "a hole in the wire"
    }

    #expect(TransportError(Odd()) == .failed("a hole in the wire"))
    guard case .failed = TransportError(URLError(.serverCertificateUntrusted)) else {
      Issue.record("a wrong certificate is neither offline nor late")
      return
    }
  }
}
