import OpenAPIChecker
import Testing

@Suite("The server answers as openapi.yaml says, and openapi.yaml says what it answers")
struct DescriptionTests {
  @Test func `Every answer is as described, and every answer described is seen`() async throws {
    let document = try OpenAPIDocument.ofReferenceServer()
    var seen: Set<String> = []
    try await withServer { client in
      for answer in try await answers(from: client) + menuAnswers(from: client)
        + cartAnswers(from: client) + addressAnswers(from: client) + reviewAnswers(from: client)
        + favoriteAnswers(from: client) + accountAnswers(from: client) + orderAnswers(from: client)
      {
        let verdict = document.check(answer)
        #expect(verdict.flaws == [])
        if let described = verdict.described { seen.insert(described) }
      }
    }
    #expect(document.answers.subtracting(seen) == [])
  }

  /// Returns at least one response of each kind.
  private func answers(from client: Client) async throws -> [RecordedAnswer] {
    var answers: [RecordedAnswer] = []
    for language in ["ru", "en", "kk", "xx"] {
      answers.append(try await client.send("GET", "/v1/cities/524901?language=\(language)"))
    }
    answers += [
      try await client.send("GET", "/v1/cities"),
      try await client.send("GET", "/v1/cities", ["If-None-Match": "*"]),
      try await client.send("GET", "/v1/cities/524901", ["If-None-Match": "*"]),
      try await client.send("GET", "/v1/cities/1"),
      try await client.send("PUT", "/faults", body: "{\"probabilities\":{}}"),
      try await client.send("PUT", "/faults", body: "{\"probabilities\":{\"fire\":1}}"),
      try await client.send("PUT", "/admin/cities/524901", body: "{\"state\":\"closed\"}"),
      try await client.send("GET", "/v1/cities/524901"),
      try await client.send("PUT", "/admin/cities/1", body: "{\"state\":\"closed\"}"),
      try await client.send("PUT", "/admin/cities/524901", body: "{\"state\":\"sold\"}"),
    ]
    for fault in ["401", "429", "500", "503", "503=2"] {
      let headers = ["Sandbox-Fault": fault]
      for path in ["/v1/cities", "/v1/cities/524901"] {
        answers.append(try await client.send("GET", path, headers))
      }
    }
    return answers
  }

  private func favoriteAnswers(from client: Client) async throws -> [RecordedAnswer] {
    let (path, tea) = ("/v1/favorites", "/v1/favorites/tea")
    let (first, second) = try await client.changeTwiceAtOnce("PUT", tea, key: "twice")
    var answers = [
      try await client.send("GET", path, Client.city),
      try await client.send("GET", path, Client.city.merging(["If-None-Match": "*"]) { $1 }),
      try await client.send("GET", path),
      try await client.send("PUT", tea, Client.city, body: "{}"),
      try await client.edit("tea", key: "a"),
      try await client.edit("tea", .remove, key: "a"),
      try await client.edit("ghost", key: "b"),
      first, second,
    ]
    for fault in ["401", "429", "500", "503", "503=2"] {
      let headers = ["Sandbox-Fault": fault]
      answers += [
        try await client.send("GET", path, headers),
        try await client.edit("tea", key: "fail", headers),
      ]
    }
    answers.append(try await client.send("GET", "/admin/favorites"))
    return answers
  }
}
