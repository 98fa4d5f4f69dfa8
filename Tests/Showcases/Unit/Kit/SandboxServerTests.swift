import Foundation
import Networking
import Sandbox
import ShowcaseKit
import Synchronization
import Testing

private struct ListServer: ServerModel {
  let body = Data("{\"cities\": [1, 2, 3]}".utf8)

  mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    HTTPResponse(status: 200, body: body)
  }
}

struct SandboxServerTests {
  private let clock = InstantClock()
  private let sandbox: SandboxServer<ListServer>
  private let body = ListServer().body

  init() {
    sandbox = SandboxServer(ListServer(), pace: .normal, clock: clock)
  }

  private func request(upTo sizeLimit: Int = 4 << 20) -> HTTPRequest {
    var request = HTTPRequest.withoutCity(.get, "/list")
    request.sizeLimit = sizeLimit
    return request
  }

  @Test func `A response arrives completely, in parts, in the time of its pace`() async throws {
    let progress = Mutex<[TransferProgress]>([])

    let response = try await sandbox.send(request()) { step in
      progress.withLock { $0.append(step) }
    }

    #expect(response == HTTPResponse(status: 200, body: body))
    #expect(progress.withLock { $0.map(\.received) } == [5, 10, 15, 21])
    #expect(progress.withLock { $0.allSatisfy { $0.expected == 21 } })
    #expect(clock.now.sinceStart == .milliseconds(250))
  }

  @Test func `Going offline interrupts a response in transit`() async {
    let pieces = Mutex(0)

    await #expect(throws: TransportError.connectionLost) {
      try await sandbox.send(request()) { [sandbox] _ in
        pieces.withLock { $0 += 1 }
        sandbox.fault = .offline
      }
    }
    #expect(pieces.withLock { $0 } == 1)
  }

  @Test func `A slow response arrives in ten parts and is the same`() async throws {
    sandbox.fault = .slow
    let pieces = Mutex(0)

    let response = try await sandbox.send(request()) { _ in
      pieces.withLock { $0 += 1 }
    }

    #expect(response.body == body)
    #expect(pieces.withLock { $0 } == 10)
    #expect(clock.now.sinceStart == .milliseconds(3_500))
  }

  @Test func `A stalled response stops halfway until the caller cancels it`() async {
    sandbox.fault = .stalled
    let pieces = Mutex(0)

    await #expect(throws: TransportError.cancelled) {
      try await sandbox.send(request()) { _ in
        let half = pieces.withLock {
          $0 += 1
          return $0 == 2
        }
        if half { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    #expect(pieces.withLock { $0 } == 2)
  }

  @Test
  func `A body beyond the request's limit is rejected, and one at the limit is not`() async throws {
    #expect(try await sandbox.send(request(upTo: 21)).body == body)
    await #expect(throws: TransportError.tooLarge(limit: 20)) {
      try await sandbox.send(request(upTo: 20))
    }
  }

  @Test func `Canceling the task ends the request, before its start and while it runs`() async {
    let transport = sandbox

    for cancelsEarly in [true, false] {
      let task = Task {
        if cancelsEarly { withUnsafeCurrentTask { $0?.cancel() } }
        return try await transport.send(request()) { _ in
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      await #expect(throws: TransportError.cancelled) { try await task.value }
    }
  }

  @Test func `A sleep on a scripted clock advances its time, never back`() async throws {
    try await clock.sleep(for: .seconds(2))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)), tolerance: nil)

    #expect(clock.now.sinceStart == .seconds(2))
  }
}
