/// The place of a test device's data; a rule holds for both, unless it is about files.
///
/// ```swift
/// @Test(arguments: Backing.allCases)
/// func `An added item is shown at once, and the server has it once`(_ backing: Backing) async throws
/// {
///   let device = CartDevice(backing)
/// ```
public enum Backing: CaseIterable, Sendable {
  /// In memory; a launch finds the data of the previous one as long as the device exists.
  case memory
  /// In files of a temporary directory.
  case files
}
