import AddressesTestSupport
import Foundation
import Testing

@testable import Addresses

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

  private static let street = #"{"type": "street", "need": "required", "form": "text", "limit": 9}"#

  @Test func `The bundled templates are those of their document`() throws {
    let decoded = try AddressTemplates(json: AddressTemplates.bundledJSON())
    let bundled = try AddressTemplates.bundled()

    #expect(bundled == decoded)
    let kazakhstan = AddressTemplate.ID(rawValue: "KZ")
    #expect(bundled[kazakhstan] == decoded.all.first { $0.id == kazakhstan })
    #expect(bundled[kazakhstan] != nil)
    #expect(bundled != AddressTemplates.changed)
  }

  @Test(arguments: [
    (#"{"type": "street", "need": "must", "form": "text", "limit": 9}"#, "the need of street"),
    (#"{"type": "street", "need": "required", "form": "word", "limit": 9}"#, "the form of street"),
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
    ("\(street), \(street)", "a field is asked for twice, or none"),
    ("", "a field is asked for twice, or none"),
  ])
  func `The error names the invalid field`(_ fields: String, _ expected: String) {
    let lines = fields.isEmpty ? "" : #""[{street}]""#
    #expect(reason(template(fields, lines: lines)) == "XX: \(expected)")
  }

  @Test func `The form in the article is valid`() throws {
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../Modules/Addresses/Addresses.docc/EnteringAnAddress.md")
    let text = try String(contentsOf: article.standardized, encoding: .utf8)
    let json = try #require(text.split(separator: "```json").last?.split(separator: "```").first)
    let template = try #require(try AddressTemplates(json: json.utf8).all.first)
    let address = Address.sample(
      "", [.street: "Tērbatas", .house: "5", .apartment: "dz. 7", .postcode: "LV-1010"],
      template: template.id.rawValue)
    #expect(template.lines(of: address) == ["Tērbatas 5, dz. 7", "LV-1010"])
    #expect(template.lines(of: address, in: "en") == ["Tērbatas 5, flat 7", "LV-1010"])
  }

  @Test func `A key of the letters is one letter or two`() {
    let fields = #"\#(Self.street)], "letters": {"ijk": "y"}, "left": ["#
    #expect(reason(template(fields, lines: #""[{street}]""#)) == "XX: the letters")
  }

  @Test(arguments: [(0, false), (1, true), (1_000, true), (1_001, false)])
  func `The limit of a field is a number from 1 to 1,000`(_ limit: Int, isValid: Bool) {
    let field = #"{"type": "street", "need": "required", "form": "text", "limit": \#(limit)}"#
    let reason = reason(template(field, lines: #""[{street}]""#))
    #expect(reason == (isValid ? nil : "XX: the limit of street"))
  }

  @Test(arguments: [
    "", #""[{house}]""#, #""[{street}]", "[{street}]""#,
    #""[{street}]"], "translations": {"en": ["[{street}]"], "de": []}, "left": ["#,
  ])
  func `A line that shows too much, too little or nothing is named`(_ lines: String) {
    #expect(
      reason(template(Self.street, lines: lines))
        == "XX: the lines show other fields than are asked for"
    )
  }

  @Test(arguments: [
    "{street}", "[street]", "[{street}", "", "]", "{street}]", "[{street]", "[{{street}]",
    "[{street}}]", "[{street}] x",
  ])
  func `A line without its brackets is named`(_ line: String) {
    #expect(reason(template(Self.street, lines: #""\#(line)""#)) == "XX: the line \(line)")
  }

  @Test func `A template that comes twice, and a text that is no JSON, are refused`() {
    let one = #"{"id": "XX", "revision": 1, "fields": [\#(Self.street)], "lines": ["[{street}]"]}"#
    #expect(reason(#"{"templates": [\#(one), \#(one)]}"#) == "XX: it is there twice")
    for json in ["", "{", "[]", "null"] { #expect(reason(json) != nil) }
  }
}
