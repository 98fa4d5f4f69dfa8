public import Foundation
import Networking
public import Testing

/// Body from a proxy, a captive portal, a CDN or a wrong route instead of the service.
public struct HostileBody: Sendable, CustomTestStringConvertible {
  /// Name of the body in a test's output.
  public let testDescription: String
  /// Returns the bytes for a response with a status.
  public let bytes: @Sendable (_ status: Int) -> Data

  init(_ name: String, _ text: @escaping @Sendable (_ status: Int) -> String) {
    testDescription = name
    bytes = { Data(text($0).utf8) }
  }

  /// Every kind of body that must not be taken for the service's answer to a change.
  public static let all: [HostileBody] = [
    HostileBody("an empty body") { _ in "" },
    HostileBody("a web page") { "<!doctype html><title>\($0)</title><h1>Sign in</h1>" },
    HostileBody("a gateway's JSON") { _ in #"{"message":"no Route matched with those values"}"# },
    HostileBody("JSON with a code and a reason") { status in
      #"{"status":\#(status),"code":"cartClosed","reason":"no"}"#
    },
    HostileBody("a problem of another service") { status in
      #"{"type":"about:blank","title":"Not Found","status":\#(status),"code":"cartClosed"}"#
    },
    HostileBody("a problem of another status") { status in
      let other = status == 410 ? 404 : 410
      return #"{"type":"\#(ServiceProblem.type)","status":\#(other),"code":"cartClosed"}"#
    },
    HostileBody("a problem without a status") { _ in
      #"{"type":"\#(ServiceProblem.type)","code":"cartClosed"}"#
    },
    HostileBody("a problem without a code") { status in
      #"{"type":"\#(ServiceProblem.type)","status":\#(status)}"#
    },
    HostileBody("a problem whose code is a sentence") { status in
      #"{"type":"\#(ServiceProblem.type)","status":\#(status),"code":"not here"}"#
    },
    HostileBody("half a problem") { status in
      #"{"type":"\#(ServiceProblem.type)","status":\#(status),"code":"cartClosed""#
    },
    HostileBody("an array") { _ in "[]" },
    HostileBody("an empty object") { _ in "{}" },
    HostileBody("null") { _ in "null" },
  ]
}
