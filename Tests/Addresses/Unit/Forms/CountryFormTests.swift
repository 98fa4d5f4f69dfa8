import AddressesTestSupport
import Commerce
import Foundation
import Testing

@testable import Addresses

/// The form of each country and the lines of an example address, compared with a golden file.
///
/// `UPDATE_FORMS=1 swift test --filter CountryFormTests` rewrites the files; review the diff.
struct CountryFormTests {
  private static let examples =
    Address.examples + [
      .sample(
        "ZZ",
        [
          .street: "Brīvības iela", .house: "12", .apartment: "7", .entrance: "2", .floor: "3",
          .region: "Latgale", .postcode: "LV-1010",
        ], template: "ZZ")
    ]

  @Test(arguments: examples.map(\.template.rawValue))
  func `A country's form is as it was`(_ country: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../GoldenFiles/forms/\(country).txt").standardized
    let text = try Self.text(of: country)
    if ProcessInfo.processInfo.environment["UPDATE_FORMS"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test func `There is a form for each of 25 countries and one for others, each with an example`()
    throws
  {
    #expect(AddressTemplates.samples.all.count == 26)
    #expect(Set(AddressTemplates.samples.all.map(\.id)) == Set(Self.examples.map(\.template)))
    for example in Self.examples {
      let template = try #require(AddressTemplates.samples[example.template])
      #expect(template.check(example).errors == [], "\(example.label)")
    }
  }

  @Test func `No form asks for a field without a limit that holds its example`() {
    for template in AddressTemplates.samples.all {
      for field in template.fields {
        if case .pattern(_, let example) = field.form {
          #expect(example.count <= field.limit, "\(template.id.rawValue) \(field.type.rawValue)")
        }
        if case .choice(let choices) = field.form {
          #expect(choices.allSatisfy { $0.count <= field.limit })
        }
      }
    }
  }

  private static func text(of country: String) throws -> String {
    let template = try #require(
      AddressTemplates.samples[AddressTemplate.ID(rawValue: country)])
    let example = try #require(examples.first { $0.label == country })
    var lines = ["\(country), revision \(template.revision)", ""]
    lines += template.fields.map { field in
      "\(field.type.rawValue): \(words(field.need)), \(words(field.form)), up to \(field.limit)"
    }
    lines += ["", "Example:"] + template.lines(of: example).map { "  " + $0 }
    for language in ["en", "ru", "de"] {
      lines +=
        ["", "In \(language):"] + template.lines(of: example, in: language).map { "  " + $0 }
    }
    let check = template.check(example)
    lines += check.warnings.map { "  \($0.field.rawValue): \($0.issue)" }
    lines += ["", "Nothing filled in:"]
    let empty = template.check(Address(city: 1, template: template.id))
    lines += empty.errors.map { "  \($0.field.rawValue): \(words($0.issue))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ need: AddressTemplate.Need) -> String {
    switch need {
    case .required: "required"
    case .optional: "optional"
    case .requiredWithout(let other): "required without \(other.rawValue)"
    }
  }

  private static func words(_ form: AddressTemplate.Form) -> String {
    switch form {
    case .text: "text"
    case .number: "number"
    case .unit: "unit"
    case .code: "code"
    case .phone: "phone"
    case .pattern(let masks, let example): "\(masks.joined(separator: " | ")) such as \(example)"
    case .choice(let choices): choices.joined(separator: " | ")
    }
  }

  private static func words(_ issue: AddressProblem.Issue) -> String {
    if case .missingWithout(let other) = issue {
      "missing without \(other.rawValue)"
    } else {
      "\(issue)"
    }
  }
}
