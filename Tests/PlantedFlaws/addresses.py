#!/usr/bin/env python3
"""Flaws planted in the address book, one at a time: the rule that each breaks has to be named.

    Tests/PlantedFlaws/addresses.py [--only TEXT] [--seeds 400]

Works on a copy of the sources, which it builds and throws away. Says in how many simulated worlds a
flaw was found, and by which sentence. Needs the Swift toolchain.
"""
from planting import Flaw, plant

BOOK = "Modules/Addresses/Book/DefaultAddressBook"
MAIN, STATE, SENDING = BOOK + ".swift", BOOK + "+State.swift", BOOK + "+Sending.swift"
CHANGING, DECIDING = BOOK + "+Changing.swift", BOOK + "+Deciding.swift"
ASKING, FORMER = BOOK + "+Asking.swift", BOOK + "+FormerRelease.swift"
CHANGE = "Modules/Addresses/Queue/AddressChange.swift"
REPLAY = "Modules/Addresses/Queue/AddressReplay.swift"
REQUEST = "Modules/Addresses/Server/AddressRequest.swift"
DOCUMENT = "Modules/Addresses/Server/AddressDocument.swift"
SERVER = "Modules/Addresses/Server/AddressServer.swift"
KEPT, SECOND = (f"Modules/Addresses/Persistence/KeptAddress{name}.swift" for name in ["", "V2"])
CHECKING = "Modules/Addresses/Forms/AddressTemplate+Checking.swift"
PLACE = "Modules/Addresses/Search/Address+Place.swift"
WORLDS = "AddressModelTests/(kept|once|told)"
UNWRITTEN, RELEASES, HOSTILE = "UnwrittenAddressTests", "KeptAddressTests", "HostileListTests"
RULES, MERGES, INPUT = "AddressBookContractTests", "AddressChangeTests", "BadInputTests"

RECOVERING, LOST = BOOK + "+Recovering.swift", "LostRecordTests"

FLAWS = [
    # What a server that goes back means.
    Flaw("a list that was too new once is kept for ever",
         (ASKING, "confirmed: confirmed, now: time)", "confirmed: time, now: time)"), tests=HOSTILE,
         rule="a revision that was too high once is replaced an hour later"),
    Flaw("an older list is taken",
         (ASKING, "guard !ReplicaLag.explains(list.revision,", "guard !ReplicaLag.explains(nil,"), tests=HOSTILE,
         rule="a lagging replica's list changes nothing, and the refresh says so"),
    Flaw("a refused list is no failure",
         (ASKING, "if list.revision < known, revision == known {", "if list.revision < 0 {"),
         tests=HOSTILE, rule="a lagging replica's list changes nothing, and the refresh says so"),
    # What outlives the loss of the addresses.
    Flaw("a change does not find its address without the record",
         (SENDING, "let serverID = outgoing.serverID(of: .address(change.address)) ?? change.serverID",
          "let serverID = String?.none"),
         (RECOVERING, "if let serverID = change.serverID { names[serverID] = change.address }", ""),
         tests=LOST, rule="Waiting changes of addresses outlive the addresses and are sent once"),
    Flaw("a change of an address that nobody knows is done",
         (SENDING, "guard serverID != nil || !isRecordLost else {", "guard true else {"),
         tests="UnwrittenAddressTests", rule="A removal of an address that nobody knows is not dropped"),
    # How calls end.
    Flaw("a decision in a cancelled task is made",
         (DECIDING, "      guard !Task.isCancelled else { throw .cancelled }\n      do throws",
          "      do throws"), tests=RULES, rule="In a cancelled task every call ends"),
    Flaw("a refresh without run() succeeds",
         (ASKING, "guard isRunning else { throw .notRunning }", "guard isRunning else { return }"),
         tests=RULES, rule="Without run() every call ends"),
    Flaw("a book that nobody runs is fetching",
         (STATE, "    guard isRunning else { return .notRunning }\n", ""),
         tests=RULES, rule="Without run() every call ends"),
    # What is taken, and what it waits for.
    Flaw("an address does not wait for the one that leaves its place",
         (CHANGING, "wish: .make(address, used: 0),\n        after: lanes(leaving: address.place)))",
          "wish: .make(address, used: 0)))"),
         rule="has got another name"),
    Flaw("an edit does not wait for the one that leaves its place",
         (CHANGING, "wish: .patch(address, used: 0),\n      after: lanes(leaving: address.place)"
          ".subtracting([.address(id)]), serverID", "wish: .patch(address, used: 0), serverID"),
         rule="slot"),
    Flaw("a correction takes a place that another has yet to leave",
         (CHANGING, "!lanes(leaving: place).subtracting([lane]).isEmpty", "false"),
         rule="A correction does not take a place that another address has yet to leave"),
    Flaw("what was refused frees its place",
         (CHANGING, "for item in items where item.mark.isFailed {",
          "for item in items where item.mark == .confirmed {"),
         rule="slot"),
    Flaw("a use goes by the clock alone",
         (CHANGING, "max(now().milliseconds, (replay.shown.map(\\.used).max() ?? 0) + 1)",
          "now().milliseconds"),
         rule="what was used last is not first"),
    Flaw("what may be under way has no name",
         (ASKING, "in items.compactMap(\\.change) + underWay {", "in items.compactMap(\\.change) {"),
         tests=UNWRITTEN, rule="What the server tells of before the call returns keeps its name"),
    Flaw("what a former release has kept gets an operation of its own each time",
         (FORMER, 'let operation = "kept-\\(address.id.rawValue)-\\(number)"',
          'let operation = makeID() + "\\(number)"'), tests=UNWRITTEN,
         rule="What a former release has kept is not made twice when the disk cannot forget it"),
    # What waits.
    Flaw("a default is a change of its address",
         (CHANGE, 'if case .prefer(let city) = wish { Lane("default", "\\(city)") } else '
          "{ .address(address) }", ".address(address)"),
         rule="Of two defaults the later one counts"),
    Flaw("a default does not wait for its address",
         (CHANGE, "if case .prefer = wish { return .lanes([.address(address)]) }",
          "if case .prefer = wish { return .none }"),
         rule="is not the default"),
    Flaw("a merged edit forgets the later use",
         (CHANGE, ".merged(earlier.with(.patch(next ?? content, used: max(used, last))))",
          ".merged(earlier.with(.patch(next ?? content, used: used)))"), tests=MERGES,
         rule="What was never sent is one with what follows it"),
    Flaw("an edit outdoes a use",
         (CHANGE, "case (.patch(_, let used), .patch(.some, let last)): used <= last",
          "case (.patch, .patch(.some, _)): true"), tests=MERGES,
         rule="What was refused is outdone by what says all of it anew"),
    # What is sent.
    Flaw("it is sent before the server was asked",
         (SENDING, "    if !isFresh { _ = await ask() }\n    guard isFresh, gate.isOpen else",
          "    guard gate.isOpen else"),
         rule="a change before the server was asked"),
    Flaw("what was done to one that is gone counts for the one made anew",
         (REQUEST, 'let suffix = id.isEmpty ? "" : "-\\(id)"', 'let suffix = ""'),
         rule="What was done to an address that is gone is not taken as done"),
    Flaw("what was removed elsewhere is made anew as what it was",
         (DECIDING, "address: change.address, operation: makeID(), wish: .make(content, used: used)",
          "address: change.address, operation: change.operation, wish: .make(content, used: used)"),
         rule="What was removed before its answer came is made anew"),
    Flaw("what was removed elsewhere is kept as an edit",
         (DECIDING, "guard mark == .failed(.removedElsewhere) else {", "guard false else {"),
         rule="something still waits"),
    Flaw("an edit of what is gone is dropped",
         (SENDING, "    if change.wish.content != nil { return .rejected("
          "AddressObstacle.removedElsewhere.reason) }\n", ""),
         rule="is dropped unasked"),
    # What an answer means.
    Flaw("an answer that was overtaken is taken",
         (ASKING, "guard !ReplicaLag.explains(list.revision, below: revision, confirmed: confirmed, now: time)\n"
          "    else {\n      await shelve()\n      return\n    }", ""),
         rule="shown"),
    Flaw("an answer that was overtaken does not wait for the disk",
         (ASKING, "    else {\n      await shelve()\n", "    else {\n"), tests=UNWRITTEN,
         rule="An answer that was overtaken counts when the disk has what came of it"),
    Flaw("what was made here gets the server's name",
         (ASKING, "id: own ?? known ??", "id: known ??"), rule="has got another name"),
    Flaw("what the server had is named anew",
         (ASKING, "id: own ?? known ??", "id: own ??"), rule="has got another name"),
    Flaw("a change is done before the disk has what came of it",
         (SENDING, "version: kept == shelved ? nil : revision)", "version: nil)"),
         tests=UNWRITTEN, rule="After a crash it is there under its name"),
    Flaw("what the disk had no room for is written when it is gone",
         (ASKING, "told.union(shelved.map(\\.id)).subtracting(ids)",
          "Set(shelved.map(\\.id)).subtracting(ids)"),
         rule="What the disk had no room for is not written when it is gone"),
    Flaw("what settles is laid over what came since",
         (STATE, "if case .settling(let version) = item.reason, version <= revision { return nil }",
          ""), tests=UNWRITTEN,
         rule="What settles is not laid over what another device has changed since"),
    Flaw("an unreadable answer counts as refused",
         (SERVER, "catch { return .other(.unknown) }",
          'catch { return .other(.rejected("it cannot be read")) }'),
         rule="slot"),
    Flaw("an address is gone with every 404",
         (SERVER, 'case .gone(let problem) where problem.code == "addressRemoved": return .gone\n',
          "case .tryLater(let response) where [404, 410].contains(response.status): return .gone\n"
          '    case .gone(let problem) where problem.code == "addressRemoved": return .gone\n'),
         tests=RULES,
         rule="A change that is answered by anything but the service is sent again, and done once"),
    Flaw("a list with one address twice is believed",
         (DOCUMENT, "      && Set(addresses.map(\\.id)).count == addresses.count\n", ""),
         tests=HOSTILE, rule="It changes nothing and is told as a failure"),
    # What is shown.
    Flaw("a refused change has an effect",
         (REPLAY, "    guard !mark.isFailed else { return }\n", ""), tests=RULES,
         rule="A refusal takes back its own effect only, and keeps what was wanted"),
    # What is kept, and what a form takes.
    Flaw("a rollback forgets what the server says against an address",
         (KEPT, "      merged.obstacle = kept.obstacle\n", ""), tests=RELEASES,
         rule="Every rule holds"),
    Flaw("a rollback forgets the fields that release 1 did not know",
         (SECOND, "      merged.fields += others\n", ""), tests=RELEASES, rule="Every rule holds"),
    Flaw("a postcode is compared with its small letters",
         (CHECKING, "value.uppercased().utf8", "value.utf8"), tests=INPUT,
         rule="A postcode is taken with small letters"),
    Flaw("another door code is another place",
         (PLACE, "[.doorCode, .bellName,", "[.bellName,"), tests=RULES,
         rule="The same place written otherwise is refused"),
]

plant(FLAWS, "address book", module="Addresses", worlds="ADDRESSES", tests=WORLDS, seeds=400)
