public import Sync

/// The user's addresses as a screen draws them: the server's, with the pending changes on top.
public struct AddressBookState: Sendable, Equatable {
  /// The settled city; `nil` before one is chosen.
  public internal(set) var city: Int?
  /// The form for a new address in it; `nil` when this release has none for its country.
  public internal(set) var template: AddressTemplate?
  /// The addresses in this city, last used first.
  public internal(set) var addresses: [SavedAddress] = []
  /// The addresses in other cities, last used first.
  public internal(set) var elsewhere: [SavedAddress] = []
  /// Every change that the server has not confirmed, the oldest first.
  public internal(set) var waiting: [AddressWait] = []
  /// The status of loading, fetching and storing.
  public internal(set) var sync = SyncState()
  /// The input that the addresses were derived from.
  var queue = AddressQueue()

  /// A book of which nothing is known yet.
  public static let empty = AddressBookState()

  /// The address to begin with: the default, else the one used last.
  public var preselected: SavedAddress? { addresses.first(where: \.isDefault) ?? addresses.first }

  /// An address by its id, or by the server's.
  public subscript(id: SavedAddress.ID) -> SavedAddress? {
    let all = addresses + elsewhere
    return all.first { $0.id == id } ?? all.first { $0.serverID == id.rawValue }
  }

  /// The addresses in this city in which each word of `text` begins a word.
  ///
  /// Capitals, accents and punctuation do not count, in any script.
  public func search(_ text: String) -> [SavedAddress] {
    let words = SearchWords(text)
    return addresses.filter { SearchWords($0).contain(words) }
  }

  /// The addresses in this city by what they say, whatever the case of their letters.
  public var byName: [SavedAddress] {
    addresses.map { ($0, SearchWords($0).sortKey) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

/// A pending change of an address.
public struct AddressWait: Sendable, Equatable, Identifiable {
  /// The number of the change, for ``AddressBook/retry(_:)`` and ``AddressBook/discard(_:)``.
  public let id: Int
  /// The address that is changed; empty when this release cannot read the change.
  public let address: SavedAddress.ID
  /// The parts that are changed; empty when this release cannot read the change.
  public let parts: Set<AddressPart>
  /// The content that the address is to have, when the change is about that.
  public let wanted: Address?
  /// Whether it was sent or refused.
  public let mark: AddressMark
  /// Why it is still queued.
  public let reason: WaitReason

  init(_ item: OutboxItem<AddressChange>) {
    id = item.id
    address = item.change?.address ?? SavedAddress.ID(rawValue: "")
    parts = item.change?.wish.parts ?? []
    wanted = item.change?.wish.content
    mark = AddressMark(item)
    reason = item.reason
  }
}
