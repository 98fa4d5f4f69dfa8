import Foundation
import Testing

@Suite("The checker finds where a request or an answer differs from the description")
struct CheckerTests {
  @Test func `An answer as described has no flaw`() throws {
    let verdict = try check(status: 200, "{\"id\":1,\"kind\":\"a\",\"tags\":[\"x\",\"y\"]}")
    #expect(verdict.flaws == [])
    #expect(verdict.described == "GET /things/{id} 200")
  }

  @Test(arguments: [
    ("{\"kind\":\"a\",\"tags\":[\"x\"]}", "body.id is missing"),
    ("{\"id\":\"1\",\"kind\":\"a\",\"tags\":[\"x\"]}", "body.id is not of type"),
    ("{\"id\":1.5,\"kind\":\"a\",\"tags\":[\"x\"]}", "body.id is not of type"),
    ("{\"id\":true,\"kind\":\"a\",\"tags\":[\"x\"]}", "body.id is not of type"),
    ("{\"id\":0,\"kind\":\"a\",\"tags\":[\"x\"]}", "body.id is below"),
    ("{\"id\":10,\"kind\":\"a\",\"tags\":[\"x\"]}", "body.id is above"),
    ("{\"id\":1,\"kind\":\"c\",\"tags\":[\"x\"]}", "body.kind is none of"),
    ("{\"id\":1,\"kind\":null,\"tags\":[\"x\"]}", "body.kind is not of type"),
    ("{\"id\":1,\"kind\":\"a\",\"tags\":[]}", "body.tags has fewer"),
    ("{\"id\":1,\"kind\":\"a\",\"tags\":[\"x\",\"Y\"]}", "body.tags[1] does not match"),
    ("{\"id\":1,\"kind\":\"a\",\"tags\":[\"x\"],\"new\":1}", "body.new is not described"),
    (
      "{\"id\":1,\"kind\":\"a\",\"tags\":[\"x\"],\"names\":{\"en\":1}}", "body.names.en is not of"
    ),
    ("{\"id\":1,", "the body is no JSON"),
    ("", "the body is no JSON"),
  ])
  func `A body that is not as described`(_ body: String, _ flaw: String) throws {
    let flaws = try check(status: 200, body).flaws
    #expect(flaws.count == 1)
    #expect(flaws.first?.contains(": \(flaw)") == true)
  }

  @Test(
    arguments: [
      (201, ["ETag": "\"1\""], "is not described"), (200, [:], "header ETag is missing"),
      (200, ["ETag": "1"], "header ETag does not match"),
      (200, ["ETag": "\"1\"", "X-New": "1"], "header x-new is not described"),
      (204, [:], "there is a body"),
    ] as [(Int, [String: String], String)])
  func `A status or a header that is not as described`(
    _ status: Int, _ headers: [String: String], _ flaw: String
  ) throws {
    let body = "{\"id\":1,\"kind\":\"a\",\"tags\":[\"x\"]}"
    let flaws = try check(status: status, headers: headers, body).flaws
    #expect(flaws.count == 1)
    #expect(flaws.first?.contains(flaw) == true)
  }

  @Test func `A path or a method that is not described`() throws {
    let document = try OpenAPIDocument(yaml: Self.description)
    for (method, path) in [("GET", "/things"), ("GET", "/things/1/2"), ("PUT", "/things/1")] {
      let answer = RecordedAnswer(method, path, status: 200, headers: [:], body: Data())
      #expect(document.check(answer).flaws.count == 1)
      #expect(document.check(answer).described == nil)
    }
  }

  @Test func `A keyword that would be passed over is a flaw`() throws {
    let yaml = Self.description.replacing("minItems: 1", with: "uniqueItems: true")
    #expect(try check(status: 200, yaml: yaml, "{\"id\":1,\"kind\":\"a\",\"tags\":[]}").flaws != [])
  }

  @Test func `A request as described has no flaw`() throws {
    let verdict = try check("PUT", #"{"kind":"a"}"#)
    #expect(verdict.flaws == [] && verdict.described == "PUT /things/{id}")
    #expect(try OpenAPIDocument(yaml: Self.description).operations.contains("PUT /things/{id}"))
  }

  @Test(
    arguments: [
      ("/things/x", [:], [:], #"{"kind":"a"}"#, "path id is not of type"),
      ("/things/1", ["deep": "x"], [:], #"{"kind":"a"}"#, "query deep is none of"),
      ("/things/1", ["more": "1"], [:], #"{"kind":"a"}"#, "query more is not described"),
      ("/things/1", [:], ["Key": ""], #"{"kind":"a"}"#, "header Key does not match"),
      ("/things/1", [:], ["X-New": "1"], #"{"kind":"a"}"#, "header x-new is not described"),
      ("/things/1", [:], ["Content-Type": "text/plain"], #"{"kind":"a"}"#, "a body of text/plain"),
      ("/things/1", [:], ["Authorization": "x"], #"{"kind":"a"}"#, "there is no access token"),
      ("/things/1", [:], [:], #"{"kind":"a","more":1}"#, "body.more is not described"),
      ("/things/1", [:], [:], #"{}"#, "body.kind is missing"),
      ("/things/1", [:], [:], "", "the body is no JSON"),
    ] as [(String, [String: String], [String: String], String, String)])
  func `A request that is not as described`(
    _ path: String, _ query: [String: String], _ headers: [String: String], _ body: String,
    _ flaw: String
  ) throws {
    let flaws = try check("PUT", at: path, query: query, headers: headers, body).flaws
    #expect(flaws.count == 1)
    #expect(flaws.first?.contains(": \(flaw)") == true)
  }

  @Test func `A token or a body that an operation does not have is a flaw, and a missing key`()
    throws
  {
    let flaws = try check("DELETE", "x").flaws
    #expect(flaws.count == 2 && flaws.contains { $0.hasSuffix("there is a body") })
    let document = try OpenAPIDocument(yaml: Self.description)
    let keyless = RecordedRequest("DELETE", "/things/1", query: [:], headers: [:], body: Data())
    #expect(document.check(keyless).flaws == ["DELETE /things/{id}: header Key is missing"])
    #expect(try check("POST", "").described == nil)
  }

  private func check(
    _ method: String, at path: String = "/things/1", query: [String: String] = [:],
    headers: [String: String] = [:], _ body: String
  ) throws -> OpenAPIDocument.Verdict {
    let usual = ["Content-Type": "application/json", "Authorization": "Bearer t", "Key": "k"]
    return try OpenAPIDocument(yaml: Self.description).check(
      RecordedRequest(
        method, path, query: query, headers: usual.merging(headers) { $1 }, body: Data(body.utf8)))
  }

  private func check(
    status: Int, headers: [String: String] = ["ETag": "\"1\""],
    yaml: String = CheckerTests.description, _ body: String
  ) throws -> OpenAPIDocument.Verdict {
    let headers = headers.merging(["Content-Type": "application/json"]) { $1 }
    return try OpenAPIDocument(yaml: yaml).check(
      RecordedAnswer(
        "GET", "/things/1", status: status, headers: headers, body: Data(body.utf8)))
  }

  private static let description = #"""
    openapi: 3.1.0
    paths:
      /things/{id}:
        get:
          responses:
            '200':
              headers:
                ETag: { required: true, schema: { type: string, pattern: '^".*"$' } }
              content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
            '204': { description: Nothing. }
        put:
          security: [{ session: [] }]
          parameters:
            - { name: id, in: path, required: true, schema: { type: integer } }
            - { name: deep, in: query, schema: { type: string, enum: [no] } }
            - { name: Key, in: header, schema: { type: string, pattern: '.' } }
          requestBody:
            required: true
            content: { application/json: { schema: { $ref: '#/components/schemas/Wish' } } }
          responses: { '204': { description: Nothing. } }
        delete:
          security: []
          parameters:
            - { name: id, in: path, required: true, schema: { type: integer } }
            - { name: Key, in: header, required: true, schema: { type: string } }
          responses: { '204': { description: Nothing. } }
    components:
      schemas:
        Wish: { type: object, required: [kind], properties: { kind: { type: string } } }
        Thing:
          type: object
          additionalProperties: false
          required: [id, kind, tags]
          properties:
            id: { type: integer, minimum: 1, maximum: 9 }
            kind: { type: string, enum: [a, b] }
            tags: { type: array, minItems: 1, items: { type: string, pattern: '^[a-z]$' } }
            names: { type: object, additionalProperties: { type: string } }
    """#
}
