import AddressesTestSupport
import Testing

@Suite("An address book keeps its contract", .timeLimit(.minutes(5)))
struct AddressBookContractTests {
  @Test("Every rule holds for the live book", arguments: AddressBookContract.allCases)
  func live(_ rule: AddressBookContract) async throws {
    try await rule.verify(on: LiveAddressDevice())
  }

  @Test("Every rule holds for the book in memory", arguments: AddressBookContract.allCases)
  func inMemory(_ rule: AddressBookContract) async throws {
    try await rule.verify(on: InMemoryAddressDevice())
  }
}
