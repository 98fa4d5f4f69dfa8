public import Sync

/// The user's addresses as a screen draws them: what the server has, with all that waits on top.
public struct AddressBookState: Sendable, Equatable {
  /// The city that the user is in; `nil` until one was entered.
  public package(set) var city: Int?
  /// The form for a new address in it; `nil` when its template is unknown to this release.
  public package(set) var template: AddressTemplate?
  /// The addresses in this city, last used first.
  public package(set) var addresses: [SavedAddress] = []
  /// Those in other cities, last used first.
  public package(set) var elsewhere: [SavedAddress] = []
  /// Every change that the server has not confirmed, the oldest first, and what each waits for.
  public package(set) var waiting: [AddressWait] = []
  /// What becomes of asking the server.
  public package(set) var fetch: AddressFetch = .notRunning

  /// A book of which nothing is known yet.
  public static let empty = AddressBookState()

  package init() {}

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

/// A change that waits, and why.
public struct AddressWait: Sendable, Equatable, Identifiable {
  /// Names it for ``AddressBook/keep(_:)`` and ``AddressBook/discard(_:)``.
  public let id: Int
  /// The address that it is about; empty when this release cannot read it.
  public let address: SavedAddress.ID
  /// What is to be changed of it; empty when this release cannot read it.
  public let parts: Set<AddressPart>
  /// What the address is to say, when the change is about that.
  public let wanted: Address?
  /// How far it got.
  public let mark: AddressMark
  /// Why it has not been sent, or what it waits for since.
  public let reason: WaitReason

  package init(
    id: Int, address: SavedAddress.ID, parts: Set<AddressPart>, wanted: Address?,
    mark: AddressMark, reason: WaitReason
  ) {
    self.id = id
    self.address = address
    self.parts = parts
    self.wanted = wanted
    self.mark = mark
    self.reason = reason
  }
}

/// What becomes of asking the server for the addresses.
public enum AddressFetch: Sendable, Hashable {
  /// It was asked, or need not be.
  case idle
  /// An answer is awaited.
  case fetching
  /// The last attempt failed, for this reason.
  case failed(String)
  /// It is asked when these reasons have gone.
  case closed(Set<Gate.Reason>)
  /// The server is not asked: no task awaits ``AddressBook/run()``.
  case notRunning
}
