import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Routes what `URLSession` reports to the exchange it belongs to.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges = Mutex<[Int: Exchange]>([:])

  func start(_ exchange: Exchange, as task: URLSessionDataTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
    // The caller may have been cancelled before there was an exchange to end.
    if Task.isCancelled { task.cancel() }
    task.resume()
  }

  /// Cancels a task whose exchange has been started; what the platform reports of one that has not
  /// would reach nobody, and its caller would wait for ever.
  func cancel(_ task: URLSessionDataTask) {
    if exchanges.withLock({ $0[task.taskIdentifier] != nil }) { task.cancel() }
  }

  /// The time of the last byte in either direction, or `nil` while or when there is no exchange.
  func lastActivity(of task: URLSessionDataTask) -> Duration? {
    exchanges.withLock { $0[task.taskIdentifier]?.lastActivity }
  }

  func urlSession(
    _: URLSession, task: URLSessionTask, didSendBodyData _: Int64, totalBytesSent _: Int64,
    totalBytesExpectedToSend _: Int64
  ) {
    exchanges.withLock { $0[task.taskIdentifier]?.noticeActivity() }
  }

  func urlSession(
    _: URLSession, task: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse,
    newRequest _: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Followed, a change would become a read, and its headers would go to another server.
    completionHandler(nil)
  }

  func urlSession(
    _: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // This platform asks after the whole response, and only for a password that this session never
      // has. Without one, it neither completes the task nor delivers the response as it is.
      exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(task, nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    #else
      // Evaluates the server's trust; without a password, a 401 is delivered as it is.
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(
    _: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let exchange = take(into: dataTask) { $0.receive(response) }
    completionHandler(exchange == nil ? .cancel : .allow)
  }

  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    take(into: dataTask) { $0.receive(data) }?.reportProgress()
  }

  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(task, error)
  }

  /// Takes in what has come and ends the exchange if that is too much, or is said to become so.
  ///
  /// - Returns: The exchange if it goes on.
  @discardableResult
  private func take(
    into task: URLSessionDataTask, _ receive: (inout Exchange) -> Void
  ) -> Exchange? {
    let exchange = exchanges.withLock { exchanges -> Exchange? in
      guard var exchange = exchanges.removeValue(forKey: task.taskIdentifier) else { return nil }
      receive(&exchange)
      // Forgotten here and now: a cancelled task goes on receiving until the platform stops it.
      if !exchange.isOver { exchanges[task.taskIdentifier] = exchange }
      return exchange
    }
    guard let exchange, exchange.isOver else { return exchange }
    task.cancel()
    exchange.complete(task, nil)
    return nil
  }
}
