import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Client {
  /// Returns the response of `/v1/order-events` up to this number of events, and closes the connection.
  func events(_ count: Int) async throws -> RecordedAnswer {
    let path = "/v1/order-events"
    let request = try request("GET", path, Self.city.merging(["Last-Event-ID": "0"]) { $1 })
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let session = URLSession(
      configuration: .ephemeral, delegate: EventLines(continuation), delegateQueue: nil)
    let task = session.dataTask(with: request)
    task.resume()
    defer {
      task.cancel()
      session.invalidateAndCancel()
    }
    var (body, found) = ("", 0)
    for await line in lines {
      body += line + "\n"
      if line.hasPrefix("data:") { found += 1 }
      if found == count { break }
    }
    guard let response = task.response as? HTTPURLResponse else {
      throw URLError(.badServerResponse)
    }
    return RecordedAnswer("GET", path, response, Data(body.utf8))
  }
}

extension RecordedAnswer {
  /// Creates a recorded response from one of `URLSession`.
  init(_ method: String, _ path: String, _ response: HTTPURLResponse, _ body: Data) {
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields { fields["\(name)"] = "\(value)" }
    self.init(method, path, status: response.statusCode, headers: fields, body: body)
  }
}

/// Splits the body of a response into lines as it arrives.
private final class EventLines: NSObject, URLSessionDataDelegate, Sendable {
  private let continuation: AsyncStream<String>.Continuation
  private let rest = Mutex("")

  init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    rest.withLock { rest in
      rest += String(decoding: data, as: UTF8.self)
      let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
      for line in lines.dropLast() { continuation.yield(String(line)) }
      rest = lines.last.map(String.init) ?? ""
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    continuation.finish()
  }
}
