import AddressesTestSupport
import StorageTestSupport
import Testing

@Suite("An address book keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct AddressBookContractTests {
  @Test(arguments: AddressBookContract.rules)
  func `Every rule holds with files`(_ rule: Rule<any AddressDevice>) async throws {
    try await rule.check(FileAddressDevice())
  }

  @Test(arguments: AddressBookContract.rulesWithoutFiles)
  func `Every rule but those about restarts holds in memory`(_ rule: Rule<any AddressDevice>)
    async throws
  {
    try await rule.check(MemoryAddressDevice())
  }
}
