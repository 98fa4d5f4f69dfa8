import Hummingbird
import Logging
import NIOCore

/// The context of a request, with its connection.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  private let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Closes the connection; the returned response is not sent.
  func drop() async -> Response {
    do {
      try await channel.close()
    } catch {
      logger.debug("The connection was closed already: \(error)")
    }
    return Response(status: .internalServerError)
  }
}
