import AddressesTestSupport
import Testing

@Suite("An address book keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct AddressBookContractTests {
  @Test(arguments: AddressBookContract.allCases)
  func `Every rule holds with files`(_ rule: AddressBookContract) async throws {
    try await rule.verify(on: FileAddressDevice())
  }

  @Test(arguments: AddressBookContract.inMemory)
  func `Every rule but those about restarts holds in memory`(_ rule: AddressBookContract)
    async throws
  {
    try await rule.verify(on: MemoryAddressDevice())
  }
}
