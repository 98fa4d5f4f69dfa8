public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport over one `URLSession` to a real server.
///
/// The transport stores no cookies, has no cache and follows no redirects. Features store the received
/// values that they need again.
///
/// ```swift
/// let server = URLSessionTransport(server: url)
/// let transport = AuthorizedTransport(server, by: session)
/// ```
public final class URLSessionTransport: Transport {
  private let server: URL
  private let timeout: Duration
  private let totalTimeout: Duration
  private let clock: any Clock<Duration>
  private let session: URLSession
  private let exchanges = ExchangeDelegate()

  /// Creates a transport, which opens no connection until a request is sent.
  ///
  /// - Parameters:
  ///   - server: The address to which each request's path is appended; its query is sent with each request.
  ///   - timeout: The maximum time in which no byte is sent or received.
  ///   - totalTimeout: The maximum duration of a call, from its start to the last byte of the response.
  ///     This timeout also ends a call whose server sends single bytes at intervals.
  ///   - clock: The clock that measures both timeouts. A `ContinuousClock` also advances while the
  ///     process is suspended. If `timeout` expires during a suspension, the call continues, because the
  ///     response may have arrived. When the process resumes, `timeout` starts again, and `totalTimeout`
  ///     does not count the time since the expiry. If `totalTimeout` expires first, the call ends when
  ///     the process resumes.
  ///   - allowsExpensiveAccess: Whether requests use networks that the system regards as expensive, such
  ///     as cellular ones. If `false`, requests fail with ``TransportError/offline`` when no other
  ///     network is available. Ignored on Linux.
  ///   - allowsConstrainedAccess: Whether requests use networks in Low Data Mode. If `false`, requests
  ///     fail with ``TransportError/offline`` when no other network is available. Ignored on Linux.
  public init(
    server: URL, timeout: Duration = .seconds(30), totalTimeout: Duration = .seconds(300),
    clock: any Clock<Duration> = ContinuousClock(), allowsExpensiveAccess: Bool = true,
    allowsConstrainedAccess: Bool = true
  ) {
    self.server = server
    self.timeout = timeout
    self.totalTimeout = totalTimeout
    self.clock = clock
    let configuration = URLSessionConfiguration.ephemeral
    // `waitForTimeout` enforces the timeout by the injected clock. A value of one day in effect
    // disables the timeout of `URLSession`, which does not use that clock.
    configuration.timeoutIntervalForRequest = 24 * 60 * 60
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    // Without a credential storage, `URLSession` cannot respond to a challenge with a stored password.
    configuration.urlCredentialStorage = nil
    #if !canImport(FoundationNetworking)
      configuration.allowsExpensiveNetworkAccess = allowsExpensiveAccess
      configuration.allowsConstrainedNetworkAccess = allowsConstrainedAccess
    #endif
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    // An invalidated session releases its delegate. Otherwise the delegate would never be freed.
    session.finishTasksAndInvalidate()
  }

  /// Sends a request, as ``Transport/send(_:progress:)`` describes.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let task = session.dataTask(with: URLRequest(request, to: server))
    let stopwatch = Stopwatch(clock)
    var result = Result<HTTPResponse, TransportError>.failure(.cancelled)
    await withTaskGroup { group in
      group.addTask { await self.exchange(request, as: task, stopwatch, progress) }
      group.addTask { await self.waitForTimeout(of: task, stopwatch) }
      for await end in group {
        // The first child task that ends cancels the other: a response cancels the wait for the
        // timeout, and a timeout cancels the request.
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
    _ request: HTTPRequest, as task: URLSessionDataTask, _ stopwatch: Stopwatch,
    _ progress: @escaping @Sendable (TransferProgress) -> Void
  ) async -> Result<HTTPResponse, TransportError>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let exchange = Exchange(
          request: request, stopwatch: stopwatch, progress: progress,
          finish: { continuation.resume(returning: $0) })
        exchanges.start(exchange, as: task)
      }
    } onCancel: {
      exchanges.cancel(task)
    }
  }

  /// Waits until a timeout has expired or the calling task is canceled.
  ///
  /// `timeout` is measured from the last transferred byte, and `totalTimeout` from the start of the
  /// exchange. If `timeout` expires while the process is suspended, the wait continues, because the
  /// response may have arrived.
  ///
  /// - Returns: Always `nil`. In the task group of ``send(_:progress:)``, only the task of the request
  ///   has a result.
  private func waitForTimeout(
    of task: URLSessionDataTask, _ stopwatch: Stopwatch
  ) async -> Result<HTTPResponse, TransportError>? {
    var suspended = Duration.zero
    var resumed = Duration.zero
    while true {
      let silentAt = max(exchanges.lastActivity(of: task) ?? .zero, resumed) + timeout
      let end = min(silentAt, totalTimeout + suspended)
      let rest = end - stopwatch.elapsed()
      if rest <= .zero { return nil }
      // The sleep throws only if this task is canceled, because a response has arrived or the caller
      // was canceled.
      do { try await clock.sleep(for: rest) } catch { return nil }
      let now = stopwatch.elapsed()
      // A sleep ends a second or more too late only if the process was suspended.
      if now - end >= .seconds(1) {
        suspended += now - end
        resumed = now
      }
    }
  }
}

extension URLRequest {
  /// Creates a `URLRequest` from a request and the server's address.
  init(_ request: HTTPRequest, to server: URL) {
    self.init(url: server.appending(request))
    httpMethod = request.method.name
    httpBody = request.method.body?.bytes
    for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
  }
}

extension URL {
  fileprivate func appending(_ request: HTTPRequest) -> URL {
    let items = request.query.sorted { $0.key < $1.key }
      .map { URLQueryItem(name: $0.key, value: $0.value) }
    let url = appending(path: request.path)
    guard !items.isEmpty, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url
    }
    // A query of the server's address, such as a key of a gateway, belongs to each request.
    parts.queryItems = (parts.queryItems ?? []) + items
    // `URLComponents` escapes neither a plus sign, which servers decode as a space in a query, nor a
    // semicolon, with which some servers end a parameter.
    parts.percentEncodedQuery = parts.percentEncodedQuery?
      .replacing("+", with: "%2B").replacing(";", with: "%3B")
    return parts.url ?? url
  }
}
