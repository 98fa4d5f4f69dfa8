package import Foundation
package import Networking

/// The fault of one request in a simulation.
package enum WireFault: CaseIterable, Sendable {
  case none, unsent, lost, answerLost, slow, duplicated, late, tooMany, unwell, unwellAfter
  case garbage, keyInProgress, signedOut
}

/// The connection to a simulated server, which applies one fault to each request.
package struct SimulatedWire: Sendable {
  private let executor: SimulationExecutor
  private let clock: VirtualClock
  private let ledger: Ledger

  /// Creates a connection whose delays use virtual time.
  package init(on executor: SimulationExecutor, _ clock: VirtualClock, _ ledger: Ledger) {
    self.executor = executor
    self.clock = clock
    self.ledger = ledger
  }

  /// Delivers a request to the server once, twice, or never, and returns the response.
  package func carry(
    _ request: HTTPRequest, _ fault: WireFault,
    to server: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) async throws(TransportError) -> HTTPResponse {
    ledger.note("\(request.path) meets \(fault)")
    let (answers, answering) = AsyncStream.makeStream(of: Result<HTTPResponse, TransportError>.self)
    Task(executorPreference: executor) {
      await carry(request, fault, answering) { request in
        let answer = server(request)
        ledger.note("\(request.path) arrives: \(answer.status)")
        return answer
      }
    }
    for await answer in answers { return try answer.get() }
    throw .cancelled
  }

  private func carry(
    _ request: HTTPRequest, _ fault: WireFault,
    _ answering: AsyncStream<Result<HTTPResponse, TransportError>>.Continuation,
    _ arrive: (HTTPRequest) -> HTTPResponse
  ) async {
    await executor.pause()
    switch fault {
    case .none: answering.yield(.success(arrive(request)))
    case .unsent: answering.yield(.failure(.offline))
    case .lost:
      await wait(30)
      answering.yield(.failure(.timedOut))
    case .answerLost:
      _ = arrive(request)
      await wait(30)
      answering.yield(.failure(.timedOut))
    case .slow:
      await wait(5)
      let answer = arrive(request)
      await wait(5)
      answering.yield(.success(answer))
    case .duplicated:
      answering.yield(.success(arrive(request)))
      await wait(7)
      _ = arrive(request)
    case .late:
      await wait(30)
      answering.yield(.failure(.connectionLost))
      await wait(40)
      _ = arrive(request)
    case .tooMany: answering.yield(.success(empty(429, .seconds(90))))
    case .unwell: answering.yield(.success(empty(503)))
    case .unwellAfter:
      _ = arrive(request)
      answering.yield(.success(empty(502)))
    case .garbage:
      let answer = arrive(request)
      answering.yield(
        .success(HTTPResponse(status: answer.status, body: answer.body.prefix(9))))
    case .keyInProgress: answering.yield(.success(empty(409, .seconds(2))))
    case .signedOut:
      answering.yield(.success(HTTPResponse(problem: "signedOut", status: 401)))
    }
    answering.finish()
  }

  private func empty(_ status: Int, _ retryAfter: Duration? = nil) -> HTTPResponse {
    HTTPResponse(status: status, body: Data(), retryAfter: retryAfter)
  }

  private func wait(_ seconds: Int) async {
    do { try await clock.sleep(for: .seconds(seconds)) } catch {}
  }
}

extension HTTPRequest {
  /// The content of the body, if the method has one.
  package var bytes: Data? {
    switch method {
    case .get, .delete: nil
    case .post(let body), .put(let body), .patch(let body): body.bytes
    }
  }
}
