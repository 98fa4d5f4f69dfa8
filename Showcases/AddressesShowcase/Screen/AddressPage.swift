import Addresses
import ShowcaseKit

/// The address book as lines of text, for the screen and for transcripts.
enum AddressPage {
  static func lines(_ state: AddressBookState, in language: DemoLanguage = .en) -> [String] {
    let rows = state.addresses.flatMap { saved in
      [heading(saved)] + notes(saved, in: language).map { "  \($0)" }
    }
    return (rows.isEmpty ? ["No address in this city"] : rows) + below(state)
  }

  /// Returns the lines that follow the addresses of the current city.
  ///
  /// These lines show the addresses in other cities, and the pending changes.
  static func below(_ state: AddressBookState) -> [String] {
    let elsewhere = state.elsewhere.flatMap { saved in
      ["In another city: \(title(saved))"] + status(of: saved).map { "  \($0)" }
    }
    return elsewhere
      + state.pending.map { wait in
        "Change \(wait.id), \(subject(of: wait, in: state)) (\(wait.parts.words)): "
          + "\(wait.status.words(\.words)), \(wait.reason.words)"
      }
  }

  /// Returns what a pending change is about: the label of an address, or its first line.
  static func subject(of change: PendingAddressChange, in state: AddressBookState) -> String {
    state[change.address].map(short) ?? change.wanted?.label ?? "a removed address"
  }

  static func heading(_ saved: SavedAddress) -> String {
    "\(saved.isDefault ? "★" : "·") \(title(saved))"
  }

  static func title(_ saved: SavedAddress) -> String { name(saved.address, saved.lines) }

  /// Returns the label of an address, or the first line of an address without a label.
  static func short(_ saved: SavedAddress) -> String {
    saved.address.label.isEmpty ? saved.lines.first ?? "" : saved.address.label
  }

  static func name(_ address: Address, _ lines: [String]) -> String {
    (address.label.isEmpty ? "" : "\(address.label): ") + lines.joined(separator: " | ")
  }

  /// Returns the status and the problems of an address, one per line.
  static func notes(_ saved: SavedAddress, in language: DemoLanguage) -> [String] {
    status(of: saved)
      + (saved.check.errors + saved.check.warnings).map { "! \(language.words($0))" }
  }

  private static func status(of saved: SavedAddress) -> [String] {
    let parts = saved.unsynced.words
    let status = saved.status.words(\.words) + (parts.isEmpty ? "" : " (\(parts))")
    return [status, saved.obstacle?.words ?? ""].filter { !$0.isEmpty }.map { "[\($0)]" }
  }

  /// Returns what the user has to do about an address that cannot be saved.
  static func words(_ problems: [AddressProblem]) -> String {
    problems.count == 1 ? "correct 1 field" : "correct \(problems.count) fields"
  }
}
