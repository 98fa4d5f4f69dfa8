import Foundation
import Networking
import NetworkingTestSupport
import Testing

@Suite struct NotModifiedTests {
  @Test(arguments: [
    (#""5""#, #""5""#, #""5""#), (#""5""#, nil, #""5""#), (#"W/"5""#, #"W/"5""#, #"W/"5""#),
    (#""5""#, #"W/"5""#, #"W/"5""#),
    // A server may compress the full response but not this one: equal, but a weak match only.
    (#"W/"5""#, #""5""#, #"W/"5""#),
  ])
  func `A stored value is current under the server's validator, or under its own`(
    kept: String, named: String?, now: String
  ) throws {
    let etag = try #require(ETag(rawValue: kept))

    let answer = notModified(named: named, to: .read(ifChangedSince: etag))

    #expect(answer == .notModified(try #require(ETag(rawValue: now))))
  }

  @Test(arguments: [#""6""#, #"W/"6""#])
  func `A 304 about another version does not confirm the stored value`(_ named: String) throws {
    let kept = try #require(ETag(rawValue: #""5""#))

    let answer = notModified(named: named, to: .read(ifChangedSince: kept))

    #expect(answer.name == "tryLater")
  }

  @Test func `A 304 to an unconditional request is not a success`() {
    #expect(notModified(named: #""5""#, to: .read()).name == "tryLater")
  }

  private func notModified(named: String?, to request: HTTPRequest) -> ResponseOutcome {
    let response = HTTPResponse(
      status: 304, body: Data(), etag: named.flatMap { ETag(rawValue: $0) })
    return ResponseOutcome(.success(response), to: request)
  }
}
