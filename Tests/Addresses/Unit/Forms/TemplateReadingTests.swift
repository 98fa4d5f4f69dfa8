import AddressesTestSupport
import Testing

@testable import Addresses

@Suite("Templates that cannot be used")
struct TemplateReadingTests {
  private func template(_ fields: String, lines: String) -> String {
    #"{"templates": [{"id": "XX", "revision": 1, "fields": [\#(fields)], "lines": [\#(lines)]}]}"#
  }

  private func reason(_ json: String) -> String? {
    do throws(AddressError) {
      _ = try AddressTemplates(json: json.utf8)
      return nil
    } catch {
      guard case .badTemplates(let reason) = error else { return "\(error)" }
      return reason
    }
  }

  private let street = #"{"type": "street", "need": "required", "form": "text", "limit": 9}"#

  @Test func `One that is right is read`() {
    #expect(reason(template(street, lines: #""[{street}]""#)) == nil)
  }

  @Test func `The bundled templates are those of their document`() throws {
    let decoded = try AddressTemplates(json: AddressTemplates.bundledJSON())
    let bundled = try AddressTemplates.bundled()

    #expect(bundled == decoded)
    #expect(bundled.hashValue == decoded.hashValue)
    let kazakhstan = AddressTemplate.ID(rawValue: "KZ")
    #expect(bundled[kazakhstan] == decoded.all.first { $0.id == kazakhstan })
    #expect(bundled[kazakhstan] != nil)
    #expect(bundled != AddressTemplates.changed)
  }

  @Test(arguments: [
    (#"{"type": "street", "need": "must", "form": "text", "limit": 9}"#, "the need of street"),
    (
      #"{"type": "street", "need": "required", "form": "word", "limit": 9}"#, "the form of street"
    ),
    (
      #"{"type": "street", "need": "required", "form": "text", "limit": 0}"#,
      "the limit of street"
    ),
    (
      #"{"type": "street", "need": "required", "form": "choice", "values": [], "limit": 9}"#,
      "the form of street"
    ),
    (
      #"{"type": "street", "need": "required", "form": "pattern", "values": ["1 2"], "example": "x", "limit": 9}"#,
      "the form of street"
    ),
    (
      #"{"type": "street", "need": "requiredWithout", "without": "house", "form": "text", "limit": 9}"#,
      "house is not asked for"
    ),
  ])
  func `The error names the invalid part`(_ field: String, _ expected: String) {
    #expect(reason(template(field, lines: #""[{street}]""#)) == "XX: \(expected)")
  }

  @Test(arguments: ["", #""[{house}]""#, #""[{street}]", "[{street}]""#])
  func `A line that shows too much, too little or nothing is named`(_ lines: String) {
    #expect(
      reason(template(street, lines: lines)) == "XX: the lines show other fields than are asked for"
    )
  }

  @Test(arguments: [
    "{street}", "[street]", "[{street}", "", "]", "{street}]", "[{street]", "[{{street}]",
    "[{street}}]", "[{street}] x",
  ])
  func `A line without its brackets is named`(_ line: String) {
    #expect(reason(template(street, lines: #""\#(line)""#)) == "XX: the line \(line)")
  }

  @Test func `A field or a template that comes twice is refused`() {
    #expect(
      reason(template("\(street), \(street)", lines: #""[{street}]""#))
        == "XX: a field is asked for twice, or none")
    let one = #"{"id": "XX", "revision": 1, "fields": [\#(street)], "lines": ["[{street}]"]}"#
    #expect(reason(#"{"templates": [\#(one), \#(one)]}"#) == "XX: it is there twice")
  }

  @Test func `A template without a field is refused`() {
    #expect(reason(template("", lines: "")) == "XX: a field is asked for twice, or none")
  }

  @Test(arguments: [(0, false), (1, true), (1_000, true), (1_001, false)])
  func `The limit of a field is a number from 1 to 1,000`(_ limit: Int, isValid: Bool) {
    let field = #"{"type": "street", "need": "required", "form": "text", "limit": \#(limit)}"#
    let reason = reason(template(field, lines: #""[{street}]""#))
    #expect(reason == (isValid ? nil : "XX: the limit of street"))
  }

  @Test(arguments: ["", "{", "[]", "null"])
  func `A text that is no JSON is refused`(_ json: String) {
    #expect(reason(json) != nil)
  }
}
