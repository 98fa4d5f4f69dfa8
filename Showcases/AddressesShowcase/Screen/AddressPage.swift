import Addresses
import ShowcaseKit

/// The address book as lines of text, for the screen and for transcripts.
enum AddressPage {
  static func lines(_ state: AddressBookState, in language: DemoLanguage = .en) -> [String] {
    let rows = state.addresses.flatMap { row($0, in: language) }
    return (rows.isEmpty ? ["No address in this city"] : rows) + below(state)
  }

  /// Returns the lines that follow the addresses of the current city.
  ///
  /// These lines show the addresses in other cities, and the pending changes.
  static func below(_ state: AddressBookState) -> [String] {
    let elsewhere = state.elsewhere.flatMap { saved in
      ["In another city: \(title(saved))"] + notes(saved)
    }
    return elsewhere
      + state.pending.map { wait in
        let saved = state[wait.address]
        let subject = saved.map(short) ?? wait.wanted?.label ?? "a removed address"
        return "Change \(wait.id), \(subject) (\(wait.parts.words)): "
          + "\(wait.status.words(\.words)), \(wait.reason.words)"
      }
  }

  /// Returns the lines of an address: its name, its status and its problems.
  static func row(_ saved: SavedAddress, in language: DemoLanguage) -> [String] {
    let problems = (saved.check.errors + saved.check.warnings).map { "  ! \(language.words($0))" }
    return ["\(saved.isDefault ? "★" : "·") \(title(saved))"] + notes(saved) + problems
  }

  static func title(_ saved: SavedAddress) -> String { name(saved.address, saved.lines) }

  /// Returns the label of an address, or the first line of an address without a label.
  private static func short(_ saved: SavedAddress) -> String {
    saved.address.label.isEmpty ? saved.lines.first ?? "" : saved.address.label
  }

  static func name(_ address: Address, _ lines: [String]) -> String {
    (address.label.isEmpty ? "" : "\(address.label): ") + lines.joined(separator: " | ")
  }

  private static func notes(_ saved: SavedAddress) -> [String] {
    let parts = saved.unsynced.words
    let status = saved.status.words(\.words) + (parts.isEmpty ? "" : " (\(parts))")
    return [status, saved.obstacle?.words ?? ""].filter { !$0.isEmpty }.map { "  [\($0)]" }
  }
}
