import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with one `URLSession`, whose delegate counts bytes while they arrive.
final class URLSessionTransport: Transport {
  private let server: URL
  private let session: URLSession
  private let downloads = DownloadDelegate()

  init(server: URL, timeout: Duration) {
    self.server = server
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout / .seconds(1)
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration, delegate: downloads, delegateQueue: nil)
  }

  deinit {
    // The session holds its delegate until it is told to stop.
    session.finishTasksAndInvalidate()
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let task = session.dataTask(with: url(of: request))
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let download = Download(
          sizeLimit: request.sizeLimit, progress: progress,
          finish: { continuation.resume(returning: $0) })
        downloads.start(download, as: task)
      }
    } onCancel: {
      downloads.cancel(task)
    }
    return try result.get()
  }

  private func url(of request: HTTPRequest) -> URL {
    let items = request.query.sorted { $0.key < $1.key }
      .map { URLQueryItem(name: $0.key, value: $0.value) }
    let url = server.appending(path: request.path)
    guard !items.isEmpty, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url
    }
    parts.queryItems = items
    // Left as it is by the platform, and a space to servers that read a query as a form.
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
    return parts.url ?? url
  }
}
