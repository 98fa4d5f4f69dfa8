import Foundation
import Networking
import ShowcaseKit
import Synchronization
import Testing

@Suite("The sandbox in place of a network")
struct SandboxTransportTests {
  private let clock = ScriptedClock()
  private let faults = SandboxFaults()
  private let body = Data("{\"cities\": [1, 2, 3]}".utf8)

  private func sandbox(pace: SandboxPace = .normal) -> SandboxTransport {
    SandboxTransport(pace: pace, clock: clock, faults: faults) { [body] request in
      request.path == "/list"
        ? HTTPResponse(status: 200, body: body) : HTTPResponse(status: 404, body: Data())
    }
  }

  private func request(upTo sizeLimit: Int = HTTPRequest.defaultSizeLimit) -> HTTPRequest {
    var request = HTTPRequest.withoutCity(.get, "/list")
    request.sizeLimit = sizeLimit
    return request
  }

  @Test("An answer arrives whole, in pieces, after the time that its pace says")
  func answer() async throws {
    let progress = Mutex<[TransferProgress]>([])

    let response = try await sandbox().send(request()) { step in
      progress.withLock { $0.append(step) }
    }

    #expect(response == HTTPResponse(status: 200, body: body))
    #expect(progress.withLock { $0.map(\.received) } == [5, 10, 15, 21])
    #expect(progress.withLock { $0.allSatisfy { $0.expected == 21 } })
    #expect(clock.now.sinceStart == .milliseconds(250))
  }

  @Test("The server's own refusals are answers")
  func notFound() async throws {
    #expect(try await sandbox().send(.withoutCity(.get, "/other")).status == 404)
  }

  @Test("Offline there is no answer, and at once")
  func offline() async {
    faults.set(.offline)

    await #expect(throws: TransportError.offline) {
      try await sandbox().send(request())
    }
    #expect(clock.now.sinceStart == .zero)
  }

  @Test("Going offline breaks off an answer on its way, which the server had made")
  func breaksOff() async {
    let pieces = Mutex(0)

    await #expect(throws: TransportError.connectionLost) {
      try await sandbox().send(request()) { [faults] _ in
        pieces.withLock { $0 += 1 }
        faults.set(.offline)
      }
    }
    #expect(pieces.withLock { $0 } == 1)
  }

  @Test("A slow answer arrives in ten pieces and is the same")
  func slow() async throws {
    faults.set(.slow)
    let pieces = Mutex(0)

    let response = try await sandbox().send(request()) { _ in
      pieces.withLock { $0 += 1 }
    }

    #expect(response.body == body)
    #expect(pieces.withLock { $0 } == 10)
    #expect(clock.now.sinceStart == .milliseconds(3_500))
  }

  @Test("A stalled answer stops half way, until the caller gives up")
  func stalls() async {
    faults.set(.stalled)
    let pieces = Mutex(0)

    await #expect(throws: TransportError.cancelled) {
      try await sandbox().send(request()) { _ in
        let half = pieces.withLock {
          $0 += 1
          return $0 == 2
        }
        if half { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    #expect(pieces.withLock { $0 } == 2)
  }

  @Test("With errors the server answers 503, until they are switched off")
  func errors() async throws {
    faults.toggle(.errors)
    #expect(try await sandbox().send(request()).status == 503)

    faults.toggle(.errors)
    #expect(try await sandbox().send(request()).status == 200)
  }

  @Test("Garbage looks like an answer but cannot be decoded")
  func garbage() async throws {
    faults.set(.garbage)

    let response = try await sandbox().send(request())

    #expect(response.status == 200)
    #expect(throws: UnusableBody.self) { try response.json([String: [Int]].self) }
  }

  @Test("A body larger than the request's limit is refused, one as large is not")
  func sizeLimit() async throws {
    #expect(try await sandbox().send(request(upTo: 21)).body == body)
    await #expect(throws: TransportError.tooLarge(limit: 20)) {
      try await sandbox().send(request(upTo: 20))
    }
  }

  @Test("Cancelling the task ends the request, before its start and while it runs")
  func cancelled() async {
    let transport = sandbox()

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

  @Test("Sleeping on a scripted clock moves its time forward, never back")
  func scriptedClock() async throws {
    try await clock.sleep(for: .seconds(2))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)), tolerance: nil)

    #expect(clock.now.sinceStart == .seconds(2))
  }
}
