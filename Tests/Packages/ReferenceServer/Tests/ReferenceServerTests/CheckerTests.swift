import Foundation
import OpenAPIChecker
import Testing

@Suite("The checker finds where answer and description differ")
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
    components:
      schemas:
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
