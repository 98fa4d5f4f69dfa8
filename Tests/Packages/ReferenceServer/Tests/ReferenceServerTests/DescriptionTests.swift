import Foundation
import Sandbox
import Testing

@Suite("The server answers as openapi.yaml says, and openapi.yaml says what it answers")
struct DescriptionTests {
  @Test func `Every answer is as described, and every answer described is seen`() async throws {
    let document = try OpenAPIDocument.ofReferenceServer()
    var answers: [RecordedAnswer] = []
    try await withServer { client in
      for script in Scripts.all { answers += try await client.play(script) }
      answers += try await client.another("bob").play(Scripts.othersCart)
      answers += try await contents(client)
      answers += try await accounts(client)
      answers += [try await client.events(1), try await client.guest.get("/v1/order-events")]
      answers += try await probes(of: document, client)
    }
    let verdicts = answers.map(document.check)
    #expect(verdicts.flatMap(\.flaws) == [])
    #expect(document.answers.subtracting(verdicts.compactMap(\.described)) == [])
  }

  /// Reads every city, the menu in other languages and for each way to get an order, an example of an
  /// address in each country, which comes back, and the first page of a history.
  private func contents(_ client: Client) async throws -> [RecordedAnswer] {
    let user = try await client.another("traveler")
    let list = try await user.get("/v1/cities").json(as: Cities.self)
    #expect(list.cities.count > 900)
    let cities = list.cities.map { "200 GET /v1/cities/\($0.id)?language=kk" }
    var answers = try await user.play(cities.joined(separator: "\n"))
    for language in ["ru", "kk"] {
      for way in ["delivery", "pickup", "dineIn"] {
        let menu = try await user.get(
          "/v1/menu?fulfilment=\(way)", ["Accept-Language": language])
        #expect(menu.status == 200)
        answers.append(menu)
      }
    }
    let examples = AddressView.Content.examples(in: 1_526_384)
    for example in examples {
      let body = String(decoding: try JSONEncoder().encode(Wish(example)), as: UTF8.self)
      answers += try await user.play("200 POST /v1/addresses \(example.template) \(body)")
    }
    let addresses = try await user.get("/v1/addresses")
    #expect(try addresses.json(as: AddressListView.self).addresses.map(\.address) == examples)
    answers.append(addresses)
    // A page has twenty orders.
    for number in 1...21 {
      let placed = try await user.play(
        """
        200 PUT /v1/carts/\(number)/lines \(number) \(Body.line("\(number)", 6))
        200 POST /v1/carts/\(number)/order o\(number) \(Body.order("o\(number)", 6, for: 360_000))
        """)
      let order = try #require(try placed[1].json(as: [String: String].self)["number"])
      answers += try await user.play(#"204 PUT /admin/orders/\#(order)/step - {"step":"finish"}"#)
    }
    return try await answers + user.play("200 GET /v1/orders?state=finished")
  }

  /// Sends every operation in each way in which any operation can fail.
  private func probes(
    of document: OpenAPIDocument, _ client: Client
  ) async throws -> [RecordedAnswer] {
    let operations = Set(
      document.answers.map { $0.split(separator: " ").prefix(2).map(String.init) })
    return try await withThrowingTaskGroup { group in
      for (number, operation) in operations.enumerated()
      where operation[1].hasPrefix("/v1") && operation[1] != "/v1/order-events" {
        group.addTask {
          try await probe(operation[0], operation[1], "x-\(number)", client)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Sends one operation as a user of its own, who has a cart with the name `id`.
  private func probe(
    _ method: String, _ template: String, _ id: String, _ other: Client
  ) async throws -> [RecordedAnswer] {
    let user = try await other.another(id)
    _ = try await user.play("200 PUT /v1/carts/\(id)/lines \(id) \(Body.line(id, 1))")
    let path = template.replacing("cities/{id}", with: "cities/524901")
      .replacing("{city}", with: "1526384").replacing(/{\w+}/, with: id)
    var answers: [RecordedAnswer] = []
    for fault in ["401", "429", "500", "503", "503=2"] {
      answers.append(
        try await method == "GET"
          ? user.get(path, ["Sandbox-Fault": fault])
          : user.change(method, path, key: "\(id)-fault", "{}", ["Sandbox-Fault": fault]))
    }
    guard method != "GET" else {
      return answers + [
        try await user.get(path, ["If-None-Match": "*"]), try await user.send("GET", path),
        try await user.guest.get(path), try await other.get(path),
      ]
    }
    let (first, second) = try await user.changeTwiceAtOnce(method, path, key: "\(id)-twice")
    return answers + [
      first, second, try await user.send(method, path, Client.city),
      try await user.guest.change(method, path, key: "\(id)-guest", "{}"),
      try await other.change(method, path, key: "\(id)-other", "{}"),
      try await user.change(method, path, key: id, "{}"),
    ]
  }

  private func accounts(_ client: Client) async throws -> [RecordedAnswer] {
    let phone = #"{"phone":"+77710009998"}"#
    let sent = try await client.guest.play(
      """
      200 POST /v1/auth/codes code \(phone)
      429 POST /v1/auth/codes too-soon \(phone)
      422 POST /v1/auth/codes short {"phone":"12"}
      200 GET /admin/codes/+77710009998
      404 GET /admin/codes/+79123456789
      """)
    let challenge = try sent[0].json(as: SentCode.self).challenge
    let code = try #require(try sent[3].json(as: [String: String].self)["code"])
    func proof(_ code: String) -> String { #"{"challenge":"\#(challenge)","code":"\#(code)"}"# }
    let signedIn = try await client.guest.play(
      """
      422 POST /v1/auth/sessions wrong \(proof("x"))
      200 POST /v1/auth/sessions in \(proof(code))
      410 POST /v1/auth/sessions gone \(proof(code))
      422 POST /v1/auth/sessions in \(proof("x"))
      """)
    let tokens = try signedIn[1].json(as: Tokens.self)
    let token = #"{"refreshToken":"\#(tokens.refreshToken)"}"#
    let renewed = try await client.guest.play("200 POST /v1/auth/refresh renew \(token)")
    let newToken = try renewed[0].json(as: Tokens.self).refreshToken
    return try await sent + signedIn + renewed
      + client.guest.play(
        """
        200 POST /v1/auth/refresh renew-again {"refreshToken":"\(newToken)"}
        409 POST /v1/auth/refresh renew \(token)
        401 POST /v1/auth/refresh stolen \(token)
        200 POST /v1/auth/sign-out out \(token)
        200 GET /admin/accounts
        204 PUT /admin/accounts/\(tokens.account) - {"sessions":"revoked"}
        404 PUT /admin/accounts/none - {"sessions":"revoked"}
        400 PUT /admin/accounts/\(tokens.account) - {"sessions":"asleep"}
        """)
  }

  private struct Cities: Decodable {
    struct City: Decodable {
      let id: Int
    }
    let cities: [City]
  }

  private struct Wish: Encodable {
    let operation: String
    let used = 0
    let address: AddressView.Content

    init(_ address: AddressView.Content) {
      (operation, self.address) = (address.template, address)
    }
  }
}
