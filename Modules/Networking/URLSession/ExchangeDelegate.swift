import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of the `URLSession`, which forwards each callback to the ``Exchange`` of its task.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges = Mutex<[Int: Exchange]>([:])

  func start(_ exchange: Exchange, as task: URLSessionDataTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
    // If the caller was canceled before the exchange was stored, `cancel` has ignored the task. So the
    // task is canceled here.
    if Task.isCancelled { task.cancel() }
    task.resume()
  }

  /// Cancels a task if ``start(_:as:)`` has stored its exchange; otherwise does nothing.
  ///
  /// An exchange is the state of a running request. The task's last callback completes the stored
  /// exchange, which resumes the waiting caller. If a task were canceled before its exchange is stored,
  /// the callback would find no exchange, and the caller would wait forever. In this case,
  /// ``start(_:as:)`` first stores the exchange and then cancels the task.
  func cancel(_ task: URLSessionDataTask) {
    if exchanges.withLock({ $0[task.taskIdentifier] != nil }) { task.cancel() }
  }

  /// Returns ``Exchange/lastActivity`` of a task's exchange; `nil` if the task has no running exchange.
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
    // Following a redirect would turn a change into a read. It would also send the headers of the
    // request to another server.
    completionHandler(nil)
  }

  func urlSession(
    _: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // FoundationNetworking requests a password after the whole response has arrived. Without a
      // password, FoundationNetworking would never complete the task or deliver the response. So the
      // exchange is completed here.
      exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(task, nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    #else
      // The default handling evaluates the server's certificate. Without a stored password, it delivers
      // a 401 as a response.
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(
    _: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let exchange = updateExchange(of: dataTask) { $0.receive(response) }
    completionHandler(exchange == nil ? .cancel : .allow)
  }

  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    updateExchange(of: dataTask) { $0.receive(data) }?.reportProgress()
  }

  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(task, error)
  }

  /// Updates the exchange of a task; cancels the task if ``Exchange/mustCancel`` is then `true`.
  ///
  /// - Parameters:
  ///   - task: The task that received a response or data.
  ///   - receive: A closure that passes the response or the data to the exchange.
  /// - Returns: The updated exchange; `nil` if the task is canceled or has no running exchange.
  @discardableResult
  private func updateExchange(
    of task: URLSessionDataTask, _ receive: (inout Exchange) -> Void
  ) -> Exchange? {
    let exchange = exchanges.withLock { exchanges -> Exchange? in
      // The exchange is removed from the dictionary during the update. Otherwise the update would copy
      // the received body. If `mustCancel` is already `true`, the task has been canceled, and data that
      // still arrives is ignored.
      guard var exchange = exchanges.removeValue(forKey: task.taskIdentifier) else { return nil }
      let continues = !exchange.mustCancel
      if continues { receive(&exchange) }
      exchanges[task.taskIdentifier] = exchange
      return continues ? exchange : nil
    }
    guard let exchange, exchange.mustCancel else { return exchange }
    // The task's last callback completes the exchange. It is not completed here, because a trailer can
    // crash FoundationNetworking until the task has ended.
    task.cancel()
    return nil
  }
}
