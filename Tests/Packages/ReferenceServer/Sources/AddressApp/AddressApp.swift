import Addresses
import ArgumentParser
import Foundation
import KillableApp
import Networking
import Storage
import Sync

/// An app with an address book, for tests that kill it and its server.
///
/// It performs the taps from `first` to `last`, and prints `TAKEN NUMBER ID` for each stored one,
/// or `LEFT NUMBER` if the tap did not apply. When the server has all changes, it prints `SHOWN`
/// with the displayed addresses, and then `DONE`.
@main
struct AddressApp: AsyncParsableCommand {
  @OptionGroup var options: AppOptions

  func run() async throws {
    let device = try options.environment(in: SettledCity(.almaty, gate: Gate()))
    try await device.runSignedIn(as: "ann") { try await tap(in: $0) }
    say("DONE")
  }

  private func tap(in environment: FeatureEnvironment) async throws {
    let book = AddressesFactory.makeBook(in: environment, templates: try .bundled())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await book.run() }
      group.addTask { try await book.decideRefusals() }
      // The user taps on the addresses that the screen shows.
      for await state in book.states() where state.sync.isLoaded { break }
      for number in stride(from: options.first, through: options.last, by: 1) {
        let id = try await book.make(Tap(number))
        say(id.map { "TAKEN \(number) \($0.rawValue)" } ?? "LEFT \(number)")
      }
      let rows = try await book.settled().addresses.map(AddressRow.init)
      say("SHOWN \(String(decoding: try JSONEncoder().encode(rows), as: UTF8.self))")
      group.cancelAll()
    }
  }
}

/// An address as displayed.
private struct AddressRow: Encodable {
  let id: String
  let server: String
  let address: Address
  let isDefault: Bool

  init(_ saved: SavedAddress) {
    id = saved.id.rawValue
    server = saved.serverID
    address = saved.address
    isDefault = saved.isDefault
  }
}
