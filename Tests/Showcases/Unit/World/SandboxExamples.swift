import FoodApp
import Cart
import Foundation
import Networking
import Sandbox
import SandboxApp
import Sync
import Testing

/// The listings of the sandboxes' documentation.
struct SandboxExamples {
  struct Greetings: ServerModel {
    mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
      HTTPResponse(status: request.path == "/v1/greeting" ? 204 : 404, body: Data())
    }
  }

  @Test func `A server answers from its model`() async throws {
    let server = SandboxServer(Greetings())
    #expect(try await server.send(.withoutCity(.get, "/v1/greeting")).status == 204)
  }

  @Test func `A server changes and loses an answer`() {
    let server = SandboxServer(AddressesServerModel())
    server.spoil(.answerLost)
    server.change { $0.closedCities = [1_526_384] }
    #expect(server.queuedFaults == 1)
  }

  @Test func `A user signs in whenever the server requires it`() async throws {
    var world = try SandboxWorld()
    world.requiresSignIn = true
    let server = SandboxServer(world)
    let transport = AuthorizedTransport(
      server, by: SandboxUser("ann", at: server))
    #expect(try await transport.send(.withoutCity(.get, "/v1/profile")).status == 200)
  }

  @Test func `A feature runs over the world`() throws {
    let server = SandboxServer(try SandboxWorld(), pace: .normal)
    let environment = FeatureEnvironment(transport: server)
    let cart = environment.makeCart()
    #expect(cart.state.lines.isEmpty)
  }

  @Test func `A change waits while the sample app is offline`() async throws {
    let sample = try await SandboxApp.sample()
    try await sample.running { user in
      sample.server.fault = .offline
      try await user.cart.setQuantity(3, of: user.cart.state.lines[0].id)
    }
    #expect(sample.app.state.user?.cart.state.lines.map(\.quantity) == [3, 1])
  }
}
