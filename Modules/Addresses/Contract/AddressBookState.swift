public import Commerce
public import Sync

/// The user's addresses for a screen: the server's addresses with the pending changes applied.
public struct AddressBookState: Sendable, Equatable {
  /// The chosen city, in which ``addresses`` are; `nil` before one is chosen.
  public internal(set) var city: CityID?
  /// The template of the form for a new address in the chosen city.
  ///
  /// The template is `nil` before a city is chosen, or if this release has none for the city's country.
  public internal(set) var template: AddressTemplate?
  /// The addresses in the chosen city, the most recently used first.
  public internal(set) var addresses: [SavedAddress] = []
  /// The addresses in other cities, the most recently used first.
  public internal(set) var elsewhere: [SavedAddress] = []
  /// The changes that the server has not confirmed, the oldest first.
  public internal(set) var pending: [PendingAddressChange] = []
  /// The status of loading, fetching and storing the addresses.
  public internal(set) var sync = SyncState()
  /// The server's addresses and the pending changes from which this state was computed.
  var queue = AddressQueue()

  /// The state before anything has been loaded.
  public static let empty = AddressBookState()

  /// The address to preselect for an order; `nil` if the chosen city has no address.
  ///
  /// The value is the default address of the city, or else the most recently used address.
  public var preselected: SavedAddress? { addresses.first(where: \.isDefault) ?? addresses.first }

  /// The address whose ``SavedAddress/id`` or ``SavedAddress/serverID`` is `id`; `nil` if there is none.
  ///
  /// If two addresses match, the value is the one with this ``SavedAddress/id``.
  public subscript(id: SavedAddress.ID) -> SavedAddress? {
    // An empty id would match an unsent address, because its `serverID` is empty.
    guard !id.rawValue.isEmpty else { return nil }
    let all = addresses + elsewhere
    return all.first { $0.id == id } ?? all.first { $0.serverID == id.rawValue }
  }

  /// Returns the addresses in the chosen city that match `text`, the most recently used first.
  ///
  /// Each word of `text` has to be the beginning of a word of the label or of a field. Case,
  /// accents and punctuation are ignored, in any script. An empty text matches every address.
  ///
  /// ```swift
  /// list.apply(text.isEmpty ? state.addresses : state.search(text))
  /// ```
  public func search(_ text: String) -> [SavedAddress] {
    let words = SearchWords(text)
    return addresses.filter { SearchWords($0).contain(words) }
  }

  /// The addresses in the chosen city, sorted by label and fields; ignores case and accents.
  public var byName: [SavedAddress] {
    addresses.map { ($0, SearchWords($0).sortKey) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
