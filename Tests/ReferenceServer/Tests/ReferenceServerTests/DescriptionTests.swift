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
      try await client.send("GET", "/v1/lines"),
      try await client.send("GET", "/v1/lines", ["If-None-Match": "*"]),
      try await client.send("POST", "/v1/lines", body: "{}"),
      try await client.change("POST", "/v1/lines", key: "make", quantity: 2),
      try await client.change("POST", "/v1/lines", key: "too many", quantity: 100),
      try await client.send("PUT", "/v1/lines/line-1", body: "{}"),
      try await client.send("DELETE", "/v1/lines/line-1"),
      try await client.change("PUT", "/v1/lines/line-1", key: "put", quantity: 3),
      try await client.change("PUT", "/v1/lines/line-1", key: "put", quantity: 4),
      try await client.change("PUT", "/v1/lines/none", key: "put none", quantity: 4),
      try await client.change("DELETE", "/v1/lines/none", key: "delete none"),
      try await client.change("DELETE", "/v1/lines/line-1", key: "put"),
      try await client.send("GET", "/v1/lines"),
      try await client.send("PUT", "/faults", body: "{\"probabilities\":{}}"),
      try await client.send("PUT", "/faults", body: "{\"probabilities\":{\"fire\":1}}"),
      try await client.send("PUT", "/admin/cities/524901", body: "{\"state\":\"closed\"}"),
      try await client.send("GET", "/v1/cities/524901"),
      try await client.send("PUT", "/admin/cities/1", body: "{\"state\":\"closed\"}"),
      try await client.send("PUT", "/admin/cities/524901", body: "{\"state\":\"sold\"}"),
    ]
    for method in ["PUT", "DELETE"] {
      let old = ["If-Match": "\"1\""]
      answers += [
        try await client.change(method, "/v1/lines/line-1", key: "old \(method)", quantity: 5, old)
      ]
    }
    for (method, path) in Self.changes {
      let (first, second) = try await client.changeTwiceAtOnce(method, path, key: "2 \(method)")
      answers += [first, second]
    }
    answers.append(try await client.send("GET", "/v1/applied"))
    for fault in ["401", "429", "500", "503", "503=2"] {
      let headers = ["Sandbox-Fault": fault]
      for path in ["/v1/cities", "/v1/cities/524901", "/v1/lines"] {
        answers.append(try await client.send("GET", path, headers))
      }
      for (method, path) in Self.changes {
        answers.append(try await client.change(method, path, key: "fail", quantity: 1, headers))
      }
    }
    return answers
  }

  private static let changes = [
    ("POST", "/v1/lines"), ("PUT", "/v1/lines/line-1"), ("DELETE", "/v1/lines/line-1"),
  ]
}
