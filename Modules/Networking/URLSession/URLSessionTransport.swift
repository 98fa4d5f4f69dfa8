import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with one `URLSession`, whose delegate counts bytes while they arrive.
final class URLSessionTransport: Transport {
  private let server: URL
  private let timeout: Duration
  private let clock: any Clock<Duration>
  private let session: URLSession
  private let exchanges = ExchangeDelegate()

  init(server: URL, timeout: Duration, clock: any Clock<Duration>) {
    self.server = server
    self.timeout = timeout
    self.clock = clock
    let configuration = URLSessionConfiguration.ephemeral
    // Out of the way: it counts whole seconds on one platform, and knows no clock but its own.
    configuration.timeoutIntervalForRequest = 24 * 60 * 60
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    // The session holds its delegate until it is told to stop.
    session.finishTasksAndInvalidate()
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let task = session.dataTask(with: URLRequest(request, to: server))
    var result = Result<HTTPResponse, TransportError>.failure(.cancelled)
    await withTaskGroup { group in
      group.addTask { await self.exchange(request, as: task, progress) }
      group.addTask { await self.waitForSilence(on: task) }
      for await end in group {
        // The answer ends the watch, and the silence ends the request.
        group.cancelAll()
        if let end { result = end }
      }
    }
    if result == .failure(.cancelled), !Task.isCancelled {
      throw task.hasSentNothing(of: request) ? .offline : .timedOut
    }
    return try result.get()
  }

  private func exchange(
    _ request: HTTPRequest, as task: URLSessionDataTask,
    _ progress: @escaping @Sendable (TransferProgress) -> Void
  ) async -> Result<HTTPResponse, TransportError>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let exchange = Exchange(
          request, progress: progress, finish: { continuation.resume(returning: $0) })
        exchanges.start(exchange, as: task)
      }
    } onCancel: {
      exchanges.cancel(task)
    }
  }

  private func waitForSilence(
    on task: URLSessionDataTask
  ) async -> Result<HTTPResponse, TransportError>? {
    var seen = -1
    while true {
      let activity = exchanges.activity(of: task) ?? 0
      if activity == seen { return nil }
      seen = activity
      // A clock has one reason not to sleep: there is an answer, or nobody waits for one.
      do { try await clock.sleep(for: timeout) } catch { return nil }
    }
  }
}
