#!/usr/bin/env python3
"""Flaws planted in the cart, one at a time: the rule that each breaks has to be named.

    Tests/Checks/PlantedFlaws/cart.py [--only TEXT] [--seeds 150]

Works on a copy of the sources, which it builds and throws away. Says in how many simulated worlds a
flaw was found, and by which sentence. Needs the Swift toolchain.
"""
from planting import Flaw, plant

MAIN, MODEL = "Modules/Cart/Shop/DefaultShoppingCart.swift", "Modules/Cart/Shop/CartModel.swift"
CHANGE, SERVER = "Modules/Cart/Queue/CartChange.swift", "Modules/Cart/Server/CartServer.swift"
PROJECTION, BASE = "Modules/Cart/Lines/CartProjection.swift", "Modules/Cart/Persistence/CartBase.swift"
READING = "Modules/Cart/Server/CartDocument+Reading.swift"
STORE = "Modules/Sync/OptimisticStore/OptimisticStore.swift"
MACHINE = "Modules/Sync/OptimisticStore/OptimisticStore+StateMachine.swift"
LOST, RULES = "LostRecordTests", "ShoppingCartContractTests"
PROJECTED, READ = "CartProjectionTests", "ServerCartTests"
WORLDS, TAPS = "CartModelTests/.(No change is lost or doubled|A world that rarely arises by chance|A cart that was closed elsewhere during its order is not fetched endlessly)", "CartWritingTests"

FLAWS = [
    # What a server that goes back means.
    Flaw("a version that was too high once is kept for ever",
         (MACHINE, ", now - confirmation <= Self.replicaLag {", " {"), tests="CartVersionTests",
         rule="A version that was too high once is replaced a minute later"),
    # What is taken, and how it is stored.
    Flaw("the id is stored after the change",
         (MAIN, "perform(storesBaseFirst: true)", "perform(storesBaseFirst: false)"),
         rule="the id of a cart at the server was never kept"),
    Flaw("the record is not stored again when the disk was full",
         (BASE, "    if case .failed = result { return result }\n    stored.withLock",
          "    stored.withLock"),
         rule="there is room, and a tap is not kept"),
    Flaw("a former app's cart replaces one that was begun",
         (MAIN, "if base.record == nil, !base.isRecovered {", "if !base.isRecovered {"), tests=RULES,
         rule="A cart that was begun is not replaced by that of a former app"),
    Flaw("a locked cart can be changed",
         (MAIN, "      if case .pending = state.order { throw .orderInProgress }\n", ""),
         rule="a cart that is being ordered takes a change"),
    Flaw("accepting a price sets the quantity",
         (MAIN, "quantity: line.quantity, base: line.quantity,\n          isAddition: true))",
          "quantity: line.quantity, base: line.quantity,\n          isAddition: false))"),
         rule="at the server"),
    Flaw("a fulfillment is sent with a place that the server does not have",
         (MODEL, "guard let place = placeAtServer(fulfillment) else { return .notSent }",
          "let place = placeAtServer(fulfillment) ?? fulfillment.place"), tests="PlaceLookupTests",
         rule="an order waits for the fulfillment, and the fulfillment for its place"),
    # What is sent.
    Flaw("an addition is a plain edit",
         (MAIN, "base: base, isAddition: true,", "base: base, isAddition: false,"),
         rule="at the server"),
    Flaw("an order is no barrier",
         (CHANGE, "if case .order = edit { .everything } else { .none }", ".none"),
         rule="an order overtakes what was wished before it"),
    Flaw("an addition is merged as an edit",
         (CHANGE, "last.isAddition ? quantity + last.quantity - last.base : last.quantity",
          "last.quantity"), tests=PROJECTED,
         rule="Unsent additions are one change, however they were made"),
    Flaw("rebased under a new operation",
         (SERVER, "change.with(.line(rebased))",
          'CartChange(\n        cart: change.cart, operation: change.operation + "-again", '
          "edit: .line(rebased))"),
         rule="A change that was rebased on a full disk is applied once after a crash"),
    Flaw("rebased on what was shown",
         (SERVER, "edit.rebased(on: cart.quantity(of: edit.item.line))",
          "edit.rebased(on: edit.base)")),
    # What an answer means.
    Flaw("a cart is closed by every 410",
         (SERVER, 'problem.code == "cartClosed" ? .rejected(.cartClosed) : .tryLater()',
          ".rejected(.cartClosed)"),
         (SERVER, "    case .tryLater(let response) where response.status == 409",
          "    case .tryLater(let response) where response.status == 410:\n"
          "      return .rejected(.cartClosed)\n"
          "    case .tryLater(let response) where response.status == 409"),
         tests=RULES,
         rule="A change that an intermediary answers is sent again and applied once"),
    Flaw("a cart is nothing after every 404",
         (SERVER, "    if case .notFound(let problem) = answer {",
          "    if case .tryLater(let response) = answer, response.status == 404 {\n"
          "      return .updated(ServerUpdate { $0.server = nil })\n"
          "    }\n"
          "    if case .notFound(let problem) = answer {"),
         tests=RULES,
         rule="A fetch that an intermediary answers changes nothing"),
    Flaw("an answer without its cart counts",
         (SERVER, "ServerUpdate(version: cart.serverVersion) { $0.take(cart, isFetched: false) }",
          "ServerUpdate(version: cart.serverVersion)")),
    Flaw("a closed cart is offered again while it is ordered",
         (MODEL, "if isRefused || base.closed == id && !isOrdering {",
          "if isRefused || base.closed == id {"),
         rule="what was ordered is offered again"),
    Flaw("sums that differ are believed",
         (READING, "if !agrees(with: sums) { problems.append(.sumsDiffer) }", ""), tests=READ,
         rule="Sums that differ from the lines are a problem"),
    Flaw("a refresh is answered by a fetch that began before it",
         (MACHINE, "    isFetchWanted = true\n    return lastTicket + 1\n",
          "    isFetchWanted = true\n    return lastTicket\n"),
         tests="CartModelTests/.A world that rarely arises by chance", rule="a refresh shows what the server had before it"),
    Flaw("lines stand as the server applied them",
         (PROJECTION, "guard !(order.isEmpty && added.isEmpty) else { return lines }",
          "guard order.isEmpty, !order.isEmpty else { return lines }"),
         tests=PROJECTED, rule="lines stand in the order in which the user added them"),
    Flaw("the order of lines leaves with the queue",
         (MODEL, "      base.record?.order = base.order\n", "      base.record?.order = nil\n"),
         tests="CartModelTests/.A world that rarely arises by chance", rule="the lines are not in the order they were added in"),
    Flaw("a line that is added again without network is the last one after a restart",
         (MODEL, "      && queued.filter(Set(shown).contains) == shown.filter(seen.contains)\n", ""),
         rule="Lines that are added again without a network keep their place after a restart"),
    # What is left and what is given up.
    Flaw("a refused change of a cart that was left stays",
         (MODEL, "return base.isLeft(change.cart) || isSuperseded ?", "return isSuperseded ?"),
         rule="nothing stands against the order, and it is not placed"),
    Flaw("a refused change stays when another was wished",
         (MODEL, "return base.isLeft(change.cart) || isSuperseded ?",
          "return base.isLeft(change.cart) ?")),
    Flaw("what was meant for a cart that was left is sent",
         (MODEL, "    guard !base.isLeft(outgoing.change.cart) else { return .applied(ServerUpdate()) }\n", ""),
         rule="a cart that was left is told something"),
    Flaw("a cart that is being ordered is left",
         (MODEL, "city != record.city, !isOrdering {", "city != record.city {")),
    Flaw("an offer loses what could not be added",
         (MODEL, "line.quantity > 0 ? line.quantity : wanted(line.id, edits)", "line.quantity"),
         rule="is not offered again"),
    Flaw("an offer loses the change that came too late",
         (MODEL, "      item.refusal == .rejected(.cartClosed)\n", "      item.refusal == .conflict\n"),
         tests=RULES, rule="A cart that the server has closed is abandoned, and its lines can be added again"),
    Flaw("which cart was left is not recorded",
         (BASE, "(record.left ?? []) + [id]", "(record.left ?? []).suffix(19)"),
         rule="a cart that was left is told something"),
    Flaw("what follows from a base is done before that is stored",
         (STORE, "where machine.isWriteTried && self", "where self")),
    Flaw("an answer is in the journal before its base is stored",
         (STORE, "    step()\n    await writeBase(isRetry: false)\n  }", "    step()\n  }"),
         rule="what was ordered is offered again"),
    # What outlives the loss of the record.
    Flaw("a cart whose record is lost is a new one",
         (MODEL, "    guard !base.isExamined else { return }\n", "    if !base.isExamined { return }\n"),
         tests=LOST,
         rule="Waiting changes outlive the record of their cart and are sent once"),
    Flaw("what waits for another cart is answered as applied",
         (MODEL, "guard !base.isLeft(outgoing.change.cart) else",
          "guard outgoing.change.cart == base.record?.id else"), tests=LOST,
         rule="The newest cart is the current one, and the user decides about the one before"),
    Flaw("the first cart of the queue is the current one",
         (MODEL, "changes.last { !base.isLeft($0.cart) }", "changes.first { !base.isLeft($0.cart) }"),
         tests=LOST,
         rule="The newest cart is the current one, and the user decides about the one before"),
    # How calls end.
    Flaw("a decision in a cancelled task is made",
         (STORE, "    for await _ in steps.observe(now: ()) where !Task.isCancelled {\n"
          "      do throws(SyncError) { return", "    for await _ in steps.observe(now: ()) {\n"
          "      do throws(SyncError) { return"),
         tests=RULES, rule="A decision in a canceled task changes nothing"),
    Flaw("a change before a city is made",
         (MAIN, "guard city.context != nil, let city = state.city else",
          "guard let city = Optional(state.city ?? 1) else"),
         tests=RULES, rule="Before a city is settled every call ends"),
    # What is shown.
    Flaw("a refused change has an effect",
         (PROJECTION, "    if status.isFailed {\n      // Only", "    if false {\n      // Only"),
         tests=PROJECTED, rule="A refused change has no effect but its reason"),
    Flaw("what may be applied is added again",
         (PROJECTION, "if edit.isAddition, case .pending = status {", "if edit.isAddition {"), tests=PROJECTED,
         rule="A change that the server has applied changes only the badge"),
]

plant(FLAWS, "cart", module="Cart", worlds="CART", tests=WORLDS, seeds=150)
