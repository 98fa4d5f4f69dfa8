import AddressesTestSupport
import Commerce
import Foundation
import Sync
import Testing

@testable import Addresses

struct AddressChangeTests {
  private static let place = Address.sample("home", [.street: "A", .house: "1"])

  /// The journal entries of release 1, which every later release has to decode.
  private static let written: [(String, AddressChange)] = [
    (
      #"{"address":"id","after":[],"edit":{"make":{"_0":{"city":1526384,"fields":[{"type":"house","value":"1"},{"type":"street","value":"A"}],"label":"home","template":"KZ"},"used":5}},"operation":"op"}"#,
      change(.make(place, used: 5))
    ),
    (
      #"{"address":"id","after":[],"edit":{"patch":{"_0":{"city":1526384,"fields":[{"type":"house","value":"1"},{"type":"street","value":"A"}],"label":"home","template":"KZ"},"used":0}},"operation":"op"}"#,
      change(.patch(place, used: 0))
    ),
    (
      #"{"address":"id","after":[],"edit":{"patch":{"used":7}},"operation":"op"}"#,
      change(.patch(nil, used: 7))
    ),
    (#"{"address":"id","after":[],"edit":{"remove":{}},"operation":"op"}"#, change(.remove)),
    (
      #"{"address":"id","after":[{"id":"other","kind":"address"}],"edit":{"prefer":{"city":9}},"operation":"op"}"#,
      AddressChange(
        address: SavedAddress.ID(rawValue: "id"), operation: "op", edit: .prefer(city: 9),
        after: [Lane("address", "other")])
    ),
  ]

  @Test(arguments: written.indices)
  func `Each kind is written as it was and read again`(_ index: Int) throws {
    let (json, change) = Self.written[index]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(AddressChange.self, from: Data(json.utf8)) == change)
  }

  @Test(arguments: ["removedElsewhere", "cityClosed", "outsideZone", "We have left this city."])
  func `A refusal in a journal of any release is read`(_ text: String) {
    #expect(DeliveryRestriction(text).description == text)
  }

  @Test func `An unsent change merges with the next one under its own operation`() {
    let other = Self.place.with(.floor, "2")
    expect(.make(Self.place, used: 0), .patch(other, used: 0), .make(other, used: 0))
    expect(.make(Self.place, used: 5), .patch(nil, used: 3), .make(Self.place, used: 5))
    expect(.patch(Self.place, used: 0), .patch(nil, used: 3), .patch(Self.place, used: 3))
    expect(.patch(nil, used: 3), .patch(other, used: 0), .patch(other, used: 3))
    expect(.patch(Self.place, used: 3), .remove, .remove)
    expect(.make(other, used: 0), .remove, nil)
    let choice = Self.change(.prefer(city: 1)).coalesce(after: Self.change(.remove))
    if case .keepBoth = choice {} else { Issue.record("a default is lost") }
  }

  @Test func `A refused change is superseded only by a change that contains all of it`() {
    func isOutdone(_ earlier: AddressEdit, by later: AddressEdit) -> Bool {
      Self.change(later).supersedes(Self.change(earlier))
    }
    let other = Self.place.with(.floor, "2")
    #expect(isOutdone(.patch(Self.place, used: 0), by: .patch(other, used: 0)))
    #expect(isOutdone(.patch(nil, used: 3), by: .patch(other, used: 5)))
    #expect(!isOutdone(.patch(Self.place, used: 3), by: .patch(other, used: 0)))
    #expect(!isOutdone(.patch(Self.place, used: 0), by: .patch(nil, used: 5)))
    #expect(isOutdone(.make(Self.place, used: 0), by: .remove))
    #expect(isOutdone(.prefer(city: 1), by: .prefer(city: 1)))
    #expect(!isOutdone(.make(Self.place, used: 0), by: .prefer(city: 1)))
  }

  /// Expects that two changes merge to this one, or cancel each other.
  private func expect(_ first: AddressEdit, _ second: AddressEdit, _ merged: AddressEdit?) {
    let id = SavedAddress.ID(rawValue: "id")
    let later = AddressChange(address: id, operation: "later", edit: second)
    switch later.coalesce(after: Self.change(first)) {
    case .merged(let change): #expect(change.edit == merged && change.operation == "op")
    case .cancelled: #expect(merged == nil)
    case .keepBoth: Issue.record("\(first) and \(second) are two")
    }
  }

  private static func change(_ edit: AddressEdit) -> AddressChange {
    AddressChange(address: SavedAddress.ID(rawValue: "id"), operation: "op", edit: edit)
  }
}
