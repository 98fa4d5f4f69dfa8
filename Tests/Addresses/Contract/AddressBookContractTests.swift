import AddressesTestSupport
import StorageTestSupport
import Testing

@Suite("An address book keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct AddressBookContractTests {
  @Test(arguments: AddressBookContract.rules.cases())
  func `Every rule holds`(_ rule: Rule<AddressDevice>, hasFiles: Bool) async throws {
    try await rule.check(AddressDevice(hasFiles: hasFiles))
  }
}
