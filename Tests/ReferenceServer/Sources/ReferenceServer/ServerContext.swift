import Hummingbird
import Logging
import NIOCore

/// A request's surroundings, and the connection that it came on.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  private let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Closes the connection; the answer that this returns goes nowhere.
  func drop() async -> Response {
    do {
      try await channel.close()
    } catch {
      logger.debug("The connection was closed already: \(error)")
    }
    return Response(status: .internalServerError)
  }
}
