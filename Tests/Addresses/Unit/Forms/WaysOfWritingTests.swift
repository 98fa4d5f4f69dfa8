import AddressesTestSupport
import Commerce
import Foundation
import Testing

@testable import Addresses

/// The ways in which people write addresses, as postal guides, maps and offices show them.
///
/// A row of the file has a country, the typed fields, and the lines that a courier is to read. The last
/// rows have one field, with a word of the form or something that looks like one.
struct WaysOfWritingTests {
  private struct Row: CustomStringConvertible {
    let address: Address
    let lines: String
    let description: String

    init(_ text: Substring) throws {
      let columns = text.split(separator: "\t").map(String.init)
      try #require(columns.count == 3, "\(text)")
      address = Address(
        city: 1, template: AddressTemplate.ID(rawValue: columns[0]),
        fields: columns[1].split(separator: "; ").map { field in
          let parts = field.split(separator: "=", maxSplits: 1)
          return AddressField(
            AddressFieldType(rawValue: String(parts[0])), String(parts.last ?? ""))
        })
      (lines, description) = (columns[2], columns[0] + ": " + columns[1])
    }
  }

  private static func rows(withOneField hasOneField: Bool) throws -> [Row] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "ways-of-writing.tsv")
    let parts = try String(contentsOf: file, encoding: .utf8)
      .components(separatedBy: "# One value alone\n")
    try #require(parts.count == 2)
    return try parts[hasOneField ? 1 : 0].split(separator: "\n").map(Row.init)
  }

  @Test func `An address is accepted as people write it, and shown without a doubled word`() throws
  {
    let rows = try Self.rows(withOneField: false)
    #expect(rows.count >= 250)
    let countries = Dictionary(grouping: rows, by: \.address.template)
    #expect(countries.keys.count == AddressTemplates.samples.all.count)
    for row in rows {
      let template = try #require(AddressTemplates.samples[row.address.template])
      let lines = template.lines(of: row.address)
      #expect(template.check(row.address).errors == [], "\(row)")
      #expect(lines.joined(separator: " | ") == row.lines, "\(row)")
      #expect(template.lines(of: template.normalized(row.address)) == lines, "\(row)")
      for line in lines {
        let words = ValueTokens(line[...]).tokens.map { $0.text.lowercased() }
        let doubled = zip(words, words.dropFirst()).first { $0 == $1 && !$0.allSatisfy(\.isNumber) }
        #expect(doubled == nil, "\(row)")
      }
    }
  }

  @Test func `A value is accepted with the words of the form, and shown with them once`() throws {
    let rows = try Self.rows(withOneField: true)
    #expect(rows.count >= 250)
    for row in rows {
      let (address, type) = (row.address, row.address.fields[0].type)
      let template = try #require(AddressTemplates.samples[address.template])
      #expect(template.lines(of: address) == [row.lines], "\(row)")
      #expect(template.lines(of: template.normalized(address)) == [row.lines], "\(row)")
      #expect(template.check(address).errors.filter { $0.field == type } == [], "\(row)")
      #expect(template.check(address).warnings.filter { $0.issue == .notAsked } == [], "\(row)")
    }
  }
}
