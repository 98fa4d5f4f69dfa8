import AddressesTestSupport
import Testing

@Suite("An address book keeps its contract", .serialized, .timeLimit(.minutes(5)))
struct AddressBookContractTests {
  @Test("Every rule holds with files", arguments: AddressBookContract.allCases)
  func files(_ rule: AddressBookContract) async throws {
    try await rule.verify(on: FileAddressDevice())
  }

  @Test(
    "Every rule but those about restarts holds in memory", arguments: AddressBookContract.inMemory)
  func inMemory(_ rule: AddressBookContract) async throws {
    try await rule.verify(on: MemoryAddressDevice())
  }
}
