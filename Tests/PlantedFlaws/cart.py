#!/usr/bin/env python3
"""Flaws planted in the cart, one at a time: the rule that each breaks has to be named.

    Tests/PlantedFlaws/cart.py [--only TEXT] [--seeds 150]

Works on a copy of the sources, which it builds and throws away. Says in how many simulated worlds a
flaw was found, and by which sentence. Needs the Swift toolchain.
"""
from planting import Flaw, plant

CART = "Modules/Cart/Shop/DefaultShoppingCart"
MAIN, CHANGING, SENDING = CART + ".swift", CART + "+Changing.swift", CART + "+Sending.swift"
TIDYING, LEAVING = CART + "+Tidying.swift", CART + "+Leaving.swift"
CHANGE, SERVER = "Modules/Cart/Queue/CartChange.swift", "Modules/Cart/Server/CartServer.swift"
REPLAY, WISH = "Modules/Cart/Lines/CartReplay.swift", "Modules/Cart/Lines/PendingWish.swift"
READING = "Modules/Cart/Server/CartDocument+Reading.swift"
RECOVERING, STATE = CART + "+Recovering.swift", CART + "+State.swift"
LOST, RULES = "LostRecordTests", "ShoppingCartContractTests"
REPLAYED, READ = "CartReplayTests", "ServerCartTests"
CONTRACT = "ShoppingCartContractTests"
WORLDS, TAPS = "CartModelTests/(kept|rare|closedWhileOrdering)", "CartWritingTests"

FLAWS = [
    # What a server that goes back means.
    Flaw("a version that was too high once is kept for ever",
         (MAIN, "now: { .distantPast + start.duration(to: clock.now) / .seconds(1) }",
          "now: { .distantPast }"), tests="CartVersionTests",
         rule="a version that was too high once is replaced a minute later"),
    # What is taken, and how it is kept.
    Flaw("the id is kept after the change",
         (CHANGING, "      let isKept = await keepIfNeeded()\n      do throws(OutboxError) {\n"
          "        let taken = try await outbox.take(change)\n",
          "      do throws(OutboxError) {\n        let taken = try await outbox.take(change)\n"
          "        let isKept = await keepIfNeeded()\n"),
         rule="the id of a cart at the server was never kept"),
    Flaw("the id is not kept again when the disk was full",
         (CHANGING, "    if case .pending = lastKept { isUnkept = true }\n", ""),
         rule="there is room, and a tap is not kept"),
    Flaw("taps do not take turns",
         (MAIN, "    if !turns.take() { await withCheckedContinuation { turns.wait($0) } }\n"
          "    defer { turns.end() }\n", ""),
         rule="the id of a cart at the server was never kept"),
    Flaw("a tap is shown when the disk has it",
         (CHANGING, "    show(change)\n", ""), tests=TAPS,
         rule="A tap is shown before the disk has it"),
    Flaw("a tap waits for an answer",
         (CHANGING, "    try await load()\n    guard let context else { throw .noCity }\n",
          "    try await load()\n    do { try await refresh() } catch {}\n"
          "    guard let context else { throw .noCity }\n"), tests=TAPS,
         rule="Time limit was exceeded"),
    Flaw("a locked cart can be changed",
         (CHANGING, "    if case .waiting = cart.order { throw .orderUnderWay }\n", ""),
         rule="a cart that is being ordered takes a change"),
    Flaw("accepting a price sets the quantity",
         (CHANGING, "quantity: line.quantity, base: line.quantity,\n          isAddition: true))",
          "quantity: line.quantity, base: line.quantity,\n          isAddition: false))"),
         rule="at the server"),
    # What is sent.
    Flaw("an addition is a plain wish",
         (CHANGING, "base: base, isAddition: true,", "base: base, isAddition: false,"),
         rule="at the server"),
    Flaw("an order is no barrier",
         (CHANGE, "if case .order = wish { .everything } else { .none }", ".none"),
         rule="an order overtakes what was wished before it"),
    Flaw("an addition is merged as a wish",
         (CHANGE, "last.isAddition ? quantity + last.quantity - last.base : last.quantity",
          "last.quantity"), tests=REPLAYED,
         rule="Additions that were never sent are one, however they were made"),
    Flaw("rebased under a new operation",
         (SENDING, "change.with(.line(wish.rebased(on: present)))",
          "CartChange(\n        cart: change.cart, operation: makeID(), "
          "wish: .line(wish.rebased(on: present)))"),
         rule="What was rebased on a full disk is not done twice after a crash"),
    Flaw("rebased on what was shown",
         (SENDING, "wish.rebased(on: present)", "wish.rebased(on: wish.base)")),
    # What an answer means.
    Flaw("an unreadable answer counts as refused",
         (SERVER, "        return .other(.unknown)\n",
          "        return .other(.rejected(\"it cannot be read\"))\n"),
         rule="the server refuses nothing like"),
    Flaw("a cart is closed by every 410",
         (SERVER, 'case .gone(let problem) where problem.code == "cartClosed": return .closed\n'
          "    case .gone: return .other(.busy())",
          "case .gone: return .closed\n"
          "    case .tryLater(let response) where response.status == 410: return .closed"),
         tests=CONTRACT,
         rule="A change that is answered by anything but the service is sent again, and done once"),
    Flaw("a cart is nothing after every 404",
         (SERVER, "    if case .gone(let problem) = answer {",
          "    if case .tryLater(let response) = answer, response.status == 404 {\n"
          "      return .answer(.value(nil))\n"
          "    }\n"
          "    if case .gone(let problem) = answer {"),
         tests=CONTRACT,
         rule="A cart that is answered by anything but the service stays as it is"),
    Flaw("an answer counts before the cart is shown",
         (SENDING, "return .applied(version: cart.version)", "return .applied()")),
    Flaw("an older cart takes the place of a newer one",
         (SENDING, "arrived.version > cart.version { return }",
          "arrived.version < cart.version { return }"),
         rule="everything is answered, and the sums are an estimate"),
    Flaw("a closed cart is offered again while it is ordered",
         (SENDING, "    case .closed where isOrdering:\n      // The order's own answer says what became of it.\n"
          "      arrived = nil\n      return .failed(\"the cart was ordered\")\n", ""),
         rule="what was ordered is offered again"),
    Flaw("sums that differ are believed",
         (READING, "if !agrees(with: sums) { problems.append(.sumsDiffer) }", ""), tests=READ,
         rule="Sums that differ from the lines are a problem"),
    Flaw("a refresh is answered by what came with a change",
         (SENDING, "if occasionAsked == occasions, let answer", "if occasionAsked > 0, let answer"),
         tests="CartModelTests/rare", rule="a refresh shows what the server had before it"),
    Flaw("a refresh asks for the cart before",
         (TIDYING, "      await source.use(kept?.id ?? \"\")\n", ""),
         tests="CartModelTests/rare", rule="a refresh shows what the server had before it"),
    Flaw("lines stand as the server applied them",
         (REPLAY, "guard mayDiffer else { return lines }", "guard mayDiffer, false else { return lines }"),
         tests=REPLAYED, rule="lines stand in the order in which the user added them"),
    Flaw("the order of lines leaves with the queue",
         (TIDYING, "    await keep { $0.order = shown }\n", ""),
         tests="CartModelTests/rare", rule="the lines are not in the order they were added in"),
    # What is left and what is given up.
    Flaw("a refused change of a cart that was left stays",
         (TIDYING, "guard isSuperseded || isLeft(change.cart) else", "guard isSuperseded else"),
         rule="nothing stands against the order, and it is not placed"),
    Flaw("a refused change stays when another was wished",
         (TIDYING, "guard isSuperseded || isLeft(change.cart) else",
          "guard isLeft(change.cart) else")),
    Flaw("what was meant for a cart that was left is sent",
         (SENDING, "    guard !isLeft(change.cart) else { return .applied() }\n", ""),
         rule="a cart that was left is told something"),
    Flaw("a cart that is being ordered is left",
         (LEAVING, "    if case .waiting = makeState().order { return }\n", "")),
    Flaw("an offer loses what could not be added",
         (LEAVING, "line.quantity > 0 ? line.quantity : wanted(line.id)", "line.quantity"),
         rule="is not offered again"),
    Flaw("which cart was left is not recorded",
         (LEAVING, "((kept.left ?? []) + [id].compactMap(\\.self))", "(kept.left ?? [])"),
         rule="a cart that was left is told something"),
    # What outlives the loss of the record.
    Flaw("a cart whose record is lost is a new one",
         (MAIN, "      await recover()\n", ""), tests=LOST,
         rule="Waiting changes outlive the record of their cart and are sent once"),
    Flaw("what waits for another cart is answered as applied",
         (SENDING, "guard !isLeft(change.cart) else", "guard change.cart == kept?.id else"), tests=LOST,
         rule="The newest cart is the current one, and the user decides about the one before"),
    Flaw("the first cart of the queue is the current one",
         (RECOVERING, "carts.last(where:", "carts.first(where:"), tests=LOST,
         rule="The newest cart is the current one, and the user decides about the one before"),
    Flaw("a recovered cart is not kept",
         (RECOVERING, "    lastKept = await shelf.keep(recovered)\n", ""), tests=LOST,
         rule="Waiting changes outlive the record of their cart and are sent once"),
    Flaw("a line that is added again without network is the last one after a restart",
         ("Modules/Cart/Shop/DefaultShoppingCart+Changing.swift",
          "    keepOrder(of: cart, before: change)\n", ""),
         rule="Lines that are added again without network stay where they are after a restart"),
    # How calls end.
    Flaw("a decision in a cancelled task is made",
         (TIDYING, "      guard !Task.isCancelled else { throw .cancelled }\n      do throws", "      do throws"),
         tests=RULES, rule="In a cancelled task every call ends"),
    Flaw("a decision that is called off succeeds",
         (TIDYING, "    for await items in await outbox.updates() {\n"
          "      guard !Task.isCancelled else { throw .cancelled }\n",
          "    for await items in await outbox.updates() {\n"
          "      guard !Task.isCancelled else { return }\n"),
         tests=RULES, rule="In a cancelled task every call ends"),
    Flaw("a refresh without run() succeeds",
         (TIDYING, "guard isRunning else { throw .notRunning }", "guard isRunning else { return }"),
         tests=RULES, rule="Without run() every call ends"),
    Flaw("a refresh before a city succeeds",
         (TIDYING, "guard context != nil else { throw .noCity }", "guard context != nil else { return }"),
         tests=RULES, rule="Before a city was entered every call ends"),
    Flaw("a cart that nobody runs is up to date",
         (STATE, "guard isRunning else { return .notRunning }", "guard isRunning else { return .idle }"),
         tests=RULES, rule="Without run() every call ends"),
    # What is shown.
    Flaw("a refused change has an effect",
         (WISH, "    if mark.isFailed {\n      // Only", "    if false {\n      // Only"), tests=REPLAYED,
         rule="A refused change has no effect but the reason"),
    Flaw("what may be applied is added again",
         (WISH, "wish.isAddition && mark == .pending", "wish.isAddition"), tests=REPLAYED,
         rule="A change that the server has already changes nothing but the badge"),
    # The condition alone would change nothing: the queue looks at the version too.
    Flaw("what settles has left",
         (TIDYING, "case .settling(let version) = item.reason, version <= cart.version,",
          "case .settling(let version) = item.reason,"),
         (TIDYING, "outbox.settle(item.lane, version: cart.version)",
          "outbox.settle(item.lane, version: version)"),
         rule="shown"),
    # What goes on with a tap.
    Flaw("what was replayed outlives an answer",
         (MAIN, "var snapshot: SourceState<String, ServerCart?>? { didSet { replayed = nil } }",
          "var snapshot: SourceState<String, ServerCart?>?"),
         rule="what was kept of the queue is not what it is by now"),
    Flaw("a line that was gone is merged where it was",
         (REPLAY, "!moved.contains(id), ", ""), tests=REPLAYED,
         rule="A line that was gone and has come back is not merged in its place"),
    Flaw("a reading goes on whatever has happened",
         ("Modules/Sync/Outbox/Outbox+Reading.swift", "guard taken.before == moment, let", "guard let")),
]

plant(FLAWS, "cart", module="Cart", worlds="CART", tests=WORLDS, seeds=150)
