public import Testing

/// The rules of an address book.
public enum AddressBookContract: String, CaseIterable, Sendable {
  case empty = "A new book is empty, and asks for nothing before a city is settled"
  case added = "An added address is shown at once, and the server has it once"
  case offline = "Without network a change waits, says why, and is sent when the network is back"
  case restarted = "An unsent change is shown after a restart without a network, and is sent once"
  case remembered = "The server's addresses are shown after a restart without a network"
  case answerLost = "An address whose answer was lost is not made twice, and keeps its id"
  case answerUnreadable = "A change whose answer cannot be read is not lost and not done twice"
  case unwell = "A change meets a server that is down and is done when it is up"
  case hostileChange =
    "A change that is answered by anything but the service is sent again, and done once"
  case hostileRead = "A list that is answered by anything but the service stays as it is"
  case ids = "An address keeps its id on this device when the server gives it one; both find it"

  case changed = "A change is shown at once, marked by what is not sent, and sent once"
  case mergedAway = "An address that is added, changed and removed before it was sent is not sent"
  case mergedInto = "Changes of an unsent address are sent as one"
  case removed =
    "A removed address disappears at once, and from the server when the network is back"
  case removedTwice = "A removal on two devices needs no decision"

  case pulledFirst = "Before anything is sent the server is asked what has changed"
  case lastWriter = "A change that waits is shown over another device's, and counts when it arrives"
  case removedElsewhere = "A change of an address that was removed elsewhere waits for a decision"
  case keptAnew = "The decision to keep it creates the address again, once, under the same id"
  case unheard =
    "An address that was removed elsewhere before the answer arrived is not created again"
  case givenUp = "The user's decision to give it up removes it"
  case refused = "A refusal takes back its own effect only, and keeps what was wanted"
  case outdone = "A refused change needs no decision after a later one"
  case corrected = "A refused address is corrected by changing it"
  case twins = "The same place from two devices is one address"
  case moved = "A place that was left can be added again before the server knows"

  case lastUsed = "The address that was used last is the first, even if the clock was set back"
  case preferred = "There is one default in a city, and the last choice counts"
  case preselected = "An order begins with the default, else with what was used last"

  case otherCity = "Addresses of another city are kept and shown apart"
  case wrongCity = "An address is added and stays in the settled city"
  case cityClosed = "An address in a city that closed is refused with the reason, and not lost"
  case tooFar = "The server's objections to an address differ from those of its form"

  case invalid = "An address that its form refuses is refused with all reasons, and nothing changes"
  case duplicate = "The same place written otherwise is refused and names the one that is there"
  case templateChanged = "A new form keeps all values and says what is missing now"
  case unknownTemplate = "A template that is not known is named, and its addresses are still shown"
  case unknownField = "A field of a later release is kept and shown"
  case unknownIDs = "An unknown address cannot be changed, removed, used or decided about"

  case endsWithoutRun =
    "Without run() every call ends, a refresh fetches, and nothing is sent"
  case endsWithoutCity =
    "Before a city is settled every call ends, and says so where it needs one"
  case endsCancelled =
    "In a cancelled task every call throws, and nothing is changed"
  case endsLate =
    "A refresh that is cancelled while it waits says so"
  case runEnds =
    "run() ends when it is cancelled, whatever it waits for, and can be called again"

  /// The rules of a book without files: all but those about restarts.
  public static let inMemory = allCases.filter { rule in
    switch rule {
    case .restarted, .remembered, .answerLost, .ids, .removed, .cityClosed, .templateChanged: false
    default: true
    }
  }

  /// Verifies this rule on a device without stored addresses.
  public func verify(on device: some AddressDevice) async throws {
    switch self {
    case .empty: try await empty(device)
    case .added: try await added(device)
    case .offline: try await offline(device)
    case .restarted: try await restarted(device)
    case .remembered: try await remembered(device)
    case .answerLost: try await answerLost(device)
    case .answerUnreadable: try await answerUnreadable(device)
    case .unwell: try await unwell(device)
    case .hostileChange: try await hostileChange(device)
    case .hostileRead: try await hostileRead(device)
    case .ids: try await ids(device)
    case .changed: try await changed(device)
    case .mergedAway: try await mergedAway(device)
    case .mergedInto: try await mergedInto(device)
    case .removed: try await removed(device)
    case .removedTwice: try await removedTwice(device)
    case .pulledFirst: try await pulledFirst(device)
    case .lastWriter: try await lastWriter(device)
    case .removedElsewhere: try await removedElsewhere(device)
    case .keptAnew: try await keptAnew(device)
    case .unheard: try await unheard(device)
    case .givenUp: try await givenUp(device)
    case .refused: try await refused(device)
    case .outdone: try await outdone(device)
    case .corrected: try await corrected(device)
    case .twins: try await twins(device)
    case .moved: try await moved(device)
    case .lastUsed: try await lastUsed(device)
    case .preferred: try await preferred(device)
    case .preselected: try await preselected(device)
    case .otherCity: try await otherCity(device)
    case .wrongCity: try await wrongCity(device)
    case .cityClosed: try await cityClosed(device)
    case .tooFar: try await tooFar(device)
    case .invalid: try await invalid(device)
    case .duplicate: try await duplicate(device)
    case .templateChanged: try await templateChanged(device)
    case .unknownTemplate: try await unknownTemplate(device)
    case .unknownField: try await unknownField(device)
    case .unknownIDs: try await unknownIDs(device)
    case .endsWithoutRun: try await endsWithoutRun(device)
    case .endsWithoutCity: try await endsWithoutCity(device)
    case .endsCancelled: try await endsCancelled(device)
    case .endsLate: try await endsLate(device)
    case .runEnds: try await runEnds(device)
    }
  }
}

extension AddressBookContract: CustomTestStringConvertible {
  /// The text of the rule.
  public var testDescription: String { rawValue }
}
