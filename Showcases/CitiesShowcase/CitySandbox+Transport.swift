import Networking
import ShowcaseKit

extension CitySandbox {
  /// Returns a transport to the server from the options, else to the sandbox with these faults.
  func transport(
    for options: ShowcaseOptions, clock: any Clock<Duration>, faults: SandboxFaults
  ) -> any Transport {
    if let server = options.server { return NetworkingFactory.makeTransport(server: server) }
    return SandboxTransport(clock: clock, faults: faults, answer: answer)
  }
}
