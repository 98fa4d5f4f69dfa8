#!/usr/bin/env python3
"""Flaws planted in the address book, one at a time: the rule that each breaks has to be named.

    Tests/Checks/PlantedFlaws/addresses.py [--only TEXT] [--seeds 400]

Works on a copy of the sources, which it builds and throws away. Says in how many simulated worlds a
flaw was found, and by which sentence. Needs the Swift toolchain.
"""
from planting import Flaw, plant

BOOK = "Modules/Addresses/Book/OptimisticAddressBook.swift"
MODEL, QUEUE = "Modules/Addresses/Book/AddressModel.swift", "Modules/Addresses/Book/AddressQueue.swift"
STORE = "Modules/Sync/OptimisticStore/OptimisticStore.swift"
MACHINE = "Modules/Sync/OptimisticStore/OptimisticStore+StateMachine.swift"
CHANGE = "Modules/Addresses/Book/AddressChange.swift"
REQUEST = "Modules/Addresses/Server/AddressRequest.swift"
DOCUMENT = "Modules/Addresses/Server/AddressDocument.swift"
KEPT, SECOND = (f"Modules/Addresses/Persistence/KeptAddress{name}.swift" for name in ["", "V2"])
CHECKING = "Modules/Addresses/Forms/AddressTemplate+Checking.swift"
PLACE = "Modules/Addresses/Search/SearchWords.swift"
WORLDS = "AddressModelTests/.(No change is lost or doubled|A world that once broke a rule keeps it|A rare story keeps the rules)"
UNWRITTEN, RELEASES, HOSTILE = "UnwrittenAddressTests", "KeptAddressTests", "HostileListTests"
RULES, MERGES, INPUT = "AddressBookContractTests", "AddressChangeTests", "BadInputTests"

LOST = "LostRecordTests"

FLAWS = [
    # What a server that goes back means.
    Flaw("a list that was too new once is kept for ever",
         (MACHINE, "now - confirmation <= replicaLag", "true"), tests=HOSTILE,
         rule="a revision that was too high once is replaced an hour later"),
    Flaw("an older list is taken",
         (MACHINE, "now - confirmation <= replicaLag", "false"), tests=HOSTILE,
         rule="a lagging replica's list changes nothing, and the refresh says so"),
    Flaw("a refused list is no failure",
         (MACHINE, "if version == since { lastOutcome = (ticket, .outdated) } else { succeed(ticket) }",
          "succeed(ticket)"),
         tests=HOSTILE, rule="a lagging replica's list changes nothing, and the refresh says so"),
    # What outlives the loss of the addresses.
    Flaw("a change does not find its address without the record",
         (MODEL, "let serverID = outgoing.serverID(of: .address(change.address)) ?? change.serverID",
          "let serverID = String?.none"),
         (MODEL, "named[serverID] = change.address", "_ = serverID"),
         tests=LOST, rule="Waiting changes of addresses outlive the addresses and are sent once"),
    Flaw("a change of an address that nobody knows is done",
         (MODEL, "serverID == nil && base.isRecordLost == true", "serverID == nil && false"),
         tests="UnwrittenAddressTests", rule="A removal of an unknown address is not discarded"),
    # How calls end.
    Flaw("a decision in a cancelled task is made",
         (STORE, "    for await _ in steps.observe(now: ()) where !Task.isCancelled {\n      let ids",
          "    for await _ in steps.observe(now: ()) {\n      let ids"),
         tests=RULES, rule="In a cancelled task every call throws"),
    Flaw("a change in a cancelled task is made",
         (STORE, "    if Task.isCancelled { throw .sync(.cancelled) }\n    step()", "    step()"),
         tests=RULES, rule="In a cancelled task every call throws"),
    Flaw("a book that nobody runs is fetching",
         (MACHINE, "    guard isRunning else { return .notRunning }\n", ""),
         tests=RULES, rule="Without run() every call ends"),
    # What is taken, and what it waits for.
    Flaw("an address does not wait for the one that leaves its place",
         (BOOK, "after: state.queue.lanes(leaving: address.place), serverID", "serverID"),
         rule="has got another name"),
    Flaw("an edit does not wait for the one that leaves its place",
         (BOOK, "[makeChange(id, .patch(address, used: 0), after: after, in: state)]",
          "[makeChange(id, .patch(address, used: 0), after: after.intersection([]), in: state)]"),
         rule="slot"),
    Flaw("a correction takes a place that another has yet to leave",
         (QUEUE, "!lanes(leaving: place).subtracting([lane]).isEmpty", "false"),
         rule="A correction does not take a place that another address has yet to leave"),
    Flaw("what was refused frees its place",
         (QUEUE, "items.filter { $0.refusal != nil }.compactMap { refused in",
          "items.filter { $0.id < 0 }.compactMap { refused in"),
         rule="slot"),
    Flaw("a use goes by the clock alone",
         (BOOK, "max(now().milliseconds, last + 1)", "max(now().milliseconds, last - last)"),
         rule="what was used last is not first"),
    Flaw("what may be under way has no name",
         (MODEL, "made[change.operation] = change.address",
          "if items.allSatisfy({ $0.mayBeApplied }) { made[change.operation] = change.address }"),
         tests=UNWRITTEN, rule="An address in a fetch before its call returns keeps its id"),
    Flaw("what a former release has kept gets an operation of its own each time",
         (MODEL, 'operation: "kept-\\(id.rawValue)-\\(number)"',
          'operation: "\\(UUID())-\\(number)"'), tests=UNWRITTEN,
         rule="An address of an earlier release is not created twice if the disk cannot remove its record"),
    # What waits.
    Flaw("a default is a change of its address",
         (CHANGE, 'if case .prefer(let city) = edit { Lane("default", "\\(city)") } else '
          "{ .address(address) }", ".address(address)"),
         rule="Of two defaults the later one counts"),
    Flaw("a default does not wait for its address",
         (CHANGE, "if case .prefer = edit { return .lanes([.address(address)]) }",
          "if case .prefer = edit { return .none }"),
         rule="is not the default"),
    Flaw("a merged edit forgets the later use",
         (CHANGE, ".merged(earlier.with(.patch(next ?? content, used: max(used, last))))",
          ".merged(earlier.with(.patch(next ?? content, used: used)))"), tests=MERGES,
         rule="An unsent change merges with the next one"),
    Flaw("an edit outdoes a use",
         (CHANGE, "case (.patch(_, let used), .patch(.some, let last)): used <= last",
          "case (.patch, .patch(.some, _)): true"), tests=MERGES,
         rule="A refused change is superseded only by a change"),
    # What is sent.
    Flaw("it is sent before the server was asked",
         (STORE, "if !machine.isCurrent {", "if machine.isCurrent, !machine.isRunning {"),
         rule="a change before the server was asked"),
    Flaw("what has no answer is repeated before the server was asked",
         (MODEL, "var fetchesBeforeRepeating: Bool { true }", "var fetchesBeforeRepeating: Bool { false }"),
         tests=RULES, rule="An address that was removed elsewhere before the answer arrived"),
    Flaw("what was done to one that is gone counts for the one made anew",
         (REQUEST, 'let suffix = id.isEmpty ? "" : "-\\(id)"', 'let suffix = ""'),
         rule="What was done to an address that is gone is not taken as done"),
    Flaw("what was removed elsewhere is made anew as what it was",
         (QUEUE, "address: change.address, operation: makeID(), edit: .make(content, used: used)",
          "address: change.address, operation: change.operation, edit: .make(content, used: used)"),
         rule="An address that was removed before the answer is created again"),
    Flaw("what was removed elsewhere is kept as an edit",
         (QUEUE, "guard refusal == .rejected(.removedElsewhere) else {", "guard false else {"),
         rule="something still waits"),
    Flaw("an edit of what is gone is dropped",
         (MODEL, "change.edit.content == nil ? .applied(update) : .rejected(.removedElsewhere, update)",
          ".applied(update)"),
         rule="is dropped unasked"),
    Flaw("a removal of what was never made waits for a decision",
         (BOOK, "\n        ?? AddressChange.noServerID)", ")"),
         (BOOK, "place), serverID: AddressChange.noServerID)", "place))"),
         rule="something still waits"),
    # What an answer means.
    Flaw("an answer that was overtaken is taken",
         (MACHINE, "    if !(update.version?.isOlder(than: version) ?? false) {", "    if true {"),
         rule="shown"),
    Flaw("what was made here gets the server's name",
         (MODEL, "id: own ?? known[row.id] ??", "id: known[row.id] ??"), rule="has got another name"),
    Flaw("what the server had is named anew",
         (MODEL, "id: own ?? known[row.id] ??", "id: own ??"), rule="has got another name"),
    Flaw("a change is done before the disk has what came of it",
         (MACHINE, ".map { $0 <= storedRevision } ?? false", ".map { $0 >= 0 } ?? false"),
         tests=UNWRITTEN, rule="After a crash it is there under its name"),
    Flaw("what settles is laid over what came since",
         (STORE, "machine.revision(containing: item.id, isApplied: item.reason == .applied) != nil",
          "machine.revision(containing: item.id, isApplied: item.reason == .applied) == -1"), tests=UNWRITTEN,
         rule="A settled change does not cover a later change of another device"),
    Flaw("an unreadable answer counts as refused",
         ("Modules/Sync/Contract/OptimisticModel+Response.swift",
          "do throws(UnusableBody) { self = .applied(try applied(response)) } catch { self = .unknown }",
          "do throws(UnusableBody) { self = .applied(try applied(response)) } catch {"
          " self = .conflict(rebased: nil, ServerUpdate()) }"),
         rule="slot"),
    Flaw("an address is gone with every 404",
         (MODEL, "    if case .notFound(let problem) = answer {\n",
          "    if case .tryLater(let response) = answer, [404, 410].contains(response.status) {\n"
          "      return Self.missing(change, ServerUpdate(needsFetch: true))\n    }\n"
          "    if case .notFound(let problem) = answer {\n"),
         tests=RULES,
         rule="A change that is answered by anything but the service is sent again, and done once"),
    Flaw("a list with one address twice is believed",
         (DOCUMENT, "      && Set(addresses.map(\\.id)).count == addresses.count\n", ""),
         tests=HOSTILE, rule="A hostile list changes nothing and is reported as a failure"),
    # What is shown.
    Flaw("a refused change has an effect",
         (QUEUE, "    guard !status.isFailed else { return }\n", ""), tests=RULES,
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
