import Foundation
import Testing

@Suite("Faults")
struct FaultTests {
  @Test(arguments: [401, 409, 412, 422, 429, 500, 503])
  func `A request that fails with a status has done nothing, and its key is free`(_ status: Int)
    async throws
  {
    try await withServer { client in
      let failed = try await make(client, fault: "\(status)")
      #expect(failed.status == status)
      #expect(failed.headers["retry-after"] == (status == 429 ? "1" : nil))
      #expect(try await make(client, fault: "\(status)=7").headers["retry-after"] == "7")
      #expect(try await client.applied() == [])
      #expect(try await make(client).status == 200)
    }
  }

  @Test(arguments: [("drop-before-apply", 0), ("drop-after-apply", 1), ("truncated", 1)])
  func `A request without an answer may be applied, and the next attempt leaves it applied once`(
    _ fault: String, _ count: Int
  ) async throws {
    try await withServer { client in
      await #expect(throws: URLError.self) { _ = try await make(client, fault: fault) }
      #expect(try await client.applied().count == count)
      #expect(try await make(client).status == 200)
      #expect(try await client.applied().count == 1)
    }
  }

  @Test func `A body of garbage belongs to a request that has been applied`() async throws {
    try await withServer { client in
      let answer = try await make(client, fault: "garbage")
      #expect(answer.status == 200)
      #expect(throws: DecodingError.self) { _ = try answer.json(as: Favorites.self) }
      #expect(try await client.applied().count == 1)
      let cities = try await client.get("/v1/cities", ["Sandbox-Fault": "garbage"])
      #expect(String(validating: cities.body, as: UTF8.self) == nil)
    }
  }

  @Test func `Several faults happen one after the other`() async throws {
    try await withServer { client in
      let clock = ContinuousClock()
      let start = clock.now
      let answer = try await make(client, fault: "delay=200, 503=2")
      #expect(answer.status == 503)
      #expect(start.duration(to: clock.now) >= .milliseconds(200))
    }
  }

  @Test(arguments: ["fire", "delay", "418", "garbage=1", "503=x"])
  func `An unknown fault is refused`(_ fault: String) async throws {
    try await withServer { client in
      let answer = try await make(client, fault: fault)
      #expect(answer.status == 400)
      let mode = "{\"probabilities\":{\"\(fault)\":1}}"
      #expect(try await set(mode, client) == 400)
    }
  }

  @Test
  func `A mode makes requests go wrong at random, the same ones for the same seed`() async throws {
    var first: [Int] = []
    var other: [Int] = []
    try await withServer(["--seed", "5"]) { client in
      first = try await statuses(client, seed: "")
      other = try await statuses(client, seed: ",\"seed\":6")
      #expect(try await statuses(client, seed: ",\"seed\":5") == first)
    }
    #expect(Set(first) == [200, 429, 503])
    #expect(other != first)
    try await withServer { client in
      let again = try await statuses(client, seed: ",\"seed\":6")
      #expect(again == other)
    }
  }

  @Test
  func `A mode leaves the log and the switches alone, and ends when it is told`() async throws {
    try await withServer { client in
      try await client.play(
        """
        204 PUT /faults - {"probabilities":{"503":1}}
        503 GET /v1/cities
        503 GET /v1/favorites
        """)
      // The header replaces the random faults, even if it requests none.
      #expect(try await client.get("/v1/cities", ["Sandbox-Fault": "delay=0"]).status == 200)
      #expect(try await client.applied() == [])
      try await client.play(
        """
        204 PUT /faults - {"probabilities":{}}
        200 GET /v1/cities
        """)
    }
  }

  private func make(_ client: Client, fault: String? = nil) async throws -> RecordedAnswer {
    try await client.add("tea", key: "make", fault.map { ["Sandbox-Fault": $0] } ?? [:])
  }

  private func statuses(_ client: Client, seed: String) async throws -> [Int] {
    let mode = "{\"probabilities\":{\"503\":0.3,\"429\":0.3}\(seed)}"
    #expect(try await set(mode, client) == 204)
    var statuses: [Int] = []
    for _ in 1...40 { statuses.append(try await client.get("/v1/cities/524901").status) }
    return statuses
  }

  private func set(_ mode: String, _ client: Client) async throws -> Int {
    try await client.change("PUT", "/faults", key: "-", mode).status
  }
}
