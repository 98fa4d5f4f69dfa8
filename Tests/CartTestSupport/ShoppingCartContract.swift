public import Testing

/// The rules of a shopping cart, with and without files.
public enum ShoppingCartContract: String, CaseIterable, Sendable {
  case empty = "A new cart is empty, has no id, and asks for nothing before a city is settled"
  case added = "What is added is shown at once, and the server has it once"
  case merged = "Equal configurations are one line, in whatever order they were made"
  case apart = "Different configurations are different lines"
  case quantity = "A quantity is what was wished last; none removes the line"
  case grouped = "A modifier stays in its group on the way to the server and back"
  case halves = "The halves of a product are in the order of their slots, here and at the server"
  case inOrder = "Lines are in the order of adding, whatever order the server applies changes in"
  case relabeled = "Lines take the names of another language, and keep them in later states"
  case carried = "A line carries names, details, image, price and menu revision of its own"

  case offline = "Without network a change waits, says why, and is sent when the network is back"
  case restarted = "What was not sent is shown after a restart without network, and is sent once"
  case restored = "After a restart the cart is the server's, asked for by its id"
  case answerLost = "A change whose answer was lost is not done twice"
  case answerUnreadable = "A change whose answer cannot be read is not lost and not done twice"
  case unwell = "A change meets a server that is down and is done when it is up"
  case hostileChange =
    "A change that is answered by anything but the service is sent again, and done once"
  case hostileRead = "A cart that is answered by anything but the service stays as it is"
  case takenBack = "What is added and removed before it was sent is not sent"

  case refused = "A refusal takes back its own effect only, and says why until the user decides"
  case refusedRetried = "What was refused can be sent again"
  case refusedReplaced = "A later wish takes the place of one that was refused"
  case bothAdded = "When two devices add of the same, the cart has what both added"
  case lastWish = "When two devices say how many there are to be, the last one counts"

  case totals = "An estimate adds up and is marked; the server's totals take its place"
  case fulfillment = "How the order arrives decides its fees"
  case minimum = "Below the smallest order the cart says what is missing and cannot be ordered"
  case priceChanged =
    "A new price is shown beside the old one and has to be accepted before ordering"
  case soldOut = "What is sold out stays in its line, says so, and holds up the order"

  case promoApplied = "A promo code takes off what the lines show, and its parts are the discount"
  case promoRefused = "A promo code that does nothing says why, and is no failed change"
  case promoGift = "A promo code brings a gift and takes it away with it"
  case promoBad = "A promo code of nothing, of white space or of 10 KB is refused at once"

  case ordered = "An order is placed once, for the cart as it was shown, and the next cart is empty"
  case orderWaits = "An order waits for every change before it, and the cart is closed meanwhile"
  case orderSum = "An order for another sum than the server's is refused, and the cart stays"
  case orderEmpty = "Nothing cannot be ordered"

  case cityChanged =
    "In another city the cart is another one at once, and the lines are offered again"
  case abandonedPerCity =
    "An abandoned cart stays until it is dismissed or ordered, one per city"
  case closedElsewhere =
    "A cart that the server has closed is left, and its lines are offered again"

  case badQuantity = "Quantities of none, below none and beyond the limit are refused"
  case badItem = "Items of another city, another currency or without sense are refused"
  case unknownLine = "A line that is not there cannot be changed"

  case endsWithoutRun =
    "Without run() every call ends, a change says that nothing runs, and a refresh fetches"
  case endsWithoutCity =
    "Before a city is settled every call ends, and says so where it needs one"
  case endsCancelled =
    "In a cancelled task every call ends and changes nothing"
  case endsLate =
    "A refresh that is cancelled while it waits says so"
  case decisionCancelled =
    "A decision in a cancelled task changes nothing"
  case runEnds =
    "run() ends when it is cancelled, whatever it waits for, and can be called again"

  /// The rules that hold without files: no process ends in them.
  public static let withoutFiles = allCases.filter {
    ![
      .restarted, .restored, .carried, .grouped, .halves, .inOrder, .cityChanged, .abandonedPerCity,
    ].contains($0)
  }

  /// Verifies this rule on a device on which nothing was ever put into a cart.
  public func verify(on device: some CartDevice) async throws {
    switch self {
    case .empty: try await empty(device)
    case .added: try await added(device)
    case .grouped: try await grouped(device)
    case .halves: try await halves(device)
    case .inOrder: try await inOrder(device)
    case .relabeled: try await relabeled(device)
    case .merged: try await merged(device)
    case .apart: try await apart(device)
    case .quantity: try await quantity(device)
    case .carried: try await carried(device)
    case .offline: try await offline(device)
    case .restarted: try await restarted(device)
    case .restored: try await restored(device)
    case .answerLost: try await answerLost(device)
    case .answerUnreadable: try await answerUnreadable(device)
    case .unwell: try await unwell(device)
    case .hostileChange: try await hostileChange(device)
    case .hostileRead: try await hostileRead(device)
    case .takenBack: try await takenBack(device)
    case .refused: try await refused(device)
    case .refusedRetried: try await refusedRetried(device)
    case .refusedReplaced: try await refusedReplaced(device)
    case .bothAdded: try await bothAdded(device)
    case .lastWish: try await lastWish(device)
    case .totals: try await totals(device)
    case .fulfillment: try await fulfillment(device)
    case .minimum: try await minimum(device)
    case .priceChanged: try await priceChanged(device)
    case .soldOut: try await soldOut(device)
    case .promoApplied: try await promoApplied(device)
    case .promoRefused: try await promoRefused(device)
    case .promoGift: try await promoGift(device)
    case .promoBad: try await promoBad(device)
    case .ordered: try await ordered(device)
    case .orderWaits: try await orderWaits(device)
    case .orderSum: try await orderSum(device)
    case .orderEmpty: try await orderEmpty(device)
    case .cityChanged: try await cityChanged(device)
    case .abandonedPerCity: try await abandonedPerCity(device)
    case .closedElsewhere: try await closedElsewhere(device)
    case .badQuantity: try await badQuantity(device)
    case .badItem: try await badItem(device)
    case .unknownLine: try await unknownLine(device)
    case .endsWithoutRun: try await endsWithoutRun(device)
    case .endsWithoutCity: try await endsWithoutCity(device)
    case .endsCancelled: try await endsCancelled(device)
    case .endsLate: try await endsLate(device)
    case .decisionCancelled: try await decisionCancelled(device)
    case .runEnds: try await runEnds(device)
    }
  }
}

extension ShoppingCartContract: CustomTestStringConvertible {
  /// The rule.
  public var testDescription: String { rawValue }
}
