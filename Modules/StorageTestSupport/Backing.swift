/// The place of a test device's data; a rule holds for both, unless it is about files.
///
/// ```swift
/// @Test(arguments: Backing.allCases)
/// func `The carts of a guest are added once to those of their cities`(
///   _ backing: Backing
/// ) async throws {
///   let device = CartDevice(backing, ids: "account")
/// ```
public enum Backing: CaseIterable, Sendable {
  /// In memory; a launch finds the data of the previous one as long as the device exists.
  case memory
  /// In files of a temporary directory.
  case files
}
