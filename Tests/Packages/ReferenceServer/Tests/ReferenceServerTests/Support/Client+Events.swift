import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Client {
  /// Returns the data lines of the first server-sent events of a path, and closes the connection.
  func events(_ count: Int, at path: String = "/v1/order-events") async throws -> [String] {
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
    var found: [String] = []
    for await line in lines where line.hasPrefix("data:") {
      found.append(line)
      if found.count == count { break }
    }
    return found
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
