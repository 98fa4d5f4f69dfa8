import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Routes what `URLSession` reports to the download it belongs to.
final class DownloadDelegate: NSObject, URLSessionDataDelegate {
  private let downloads = Mutex<[Int: Download]>([:])

  func start(_ download: Download, as task: URLSessionDataTask) {
    downloads.withLock { $0[task.taskIdentifier] = download }
    // The caller may have been cancelled before there was a download to end.
    if Task.isCancelled { task.cancel() }
    task.resume()
  }

  /// Cancels a task whose download has been started; what the platform reports of one that has not
  /// would reach nobody, and its caller would wait for ever.
  func cancel(_ task: URLSessionDataTask) {
    if downloads.withLock({ $0[task.taskIdentifier] != nil }) { task.cancel() }
  }

  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let download = downloads.withLock { downloads -> Download? in
      downloads[dataTask.taskIdentifier]?.receive(data, of: dataTask.response)
      guard let download = downloads[dataTask.taskIdentifier] else { return nil }
      // Forgotten here and now: a cancelled task goes on receiving until the platform stops it.
      if download.isTooLarge { downloads[dataTask.taskIdentifier] = nil }
      return download
    }
    guard let download else { return }
    if download.isTooLarge {
      dataTask.cancel()
      download.complete(nil, nil)
    } else {
      download.reportProgress()
    }
  }

  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    downloads.withLock { $0.removeValue(forKey: task.taskIdentifier) }?
      .complete(task.response, error)
  }
}
