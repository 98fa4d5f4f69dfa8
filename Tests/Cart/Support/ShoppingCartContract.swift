public import Testing

/// The rules of a shopping cart, with and without files.
public enum ShoppingCartContract: String, CaseIterable, Sendable {
  case empty = "A new cart is empty, has no id, and sends no request before a city is settled"
  case added = "An added item is shown at once, and the server has it once"
  case merged = "Equal configurations are one line, whatever the order of their elements"
  case apart = "Different configurations are different lines"
  case quantity = "The last quantity of a line counts, and 0 removes the line"
  case grouped = "A modifier stays in its group on the way to the server and back"
  case halves = "The halves of a product are in the order of their slots, here and at the server"
  case inOrder = "Lines are in the order of adding, whatever order the server applies changes in"
  case relabeled = "Lines take the names of another language, and keep them in later states"
  case carried = "A line has its own names, details, image, price and menu revision"

  case offline =
    "A change without a network is pending with a reason, and is sent when the network is back"
  case restarted = "An unsent change is shown after a restart without a network, and is sent once"
  case restored = "The server's cart is fetched by its id after a restart"
  case answerLost = "A change whose answer was lost is applied once"
  case answerUnreadable = "A change whose answer is unreadable is not lost and is applied once"
  case unwell = "A change during an outage of the server is applied after it"
  case hostileChange =
    "A change that an intermediary answers is sent again and applied once"
  case hostileRead = "A fetch that an intermediary answers changes nothing"
  case takenBack = "An item that is added and removed before it was sent is not sent"

  case refused = "A refusal undoes only its own effect, and shows its reason until the user decides"
  case refusedRetried = "A refused change can be sent again"
  case refusedReplaced = "A later change replaces a refused one"
  case bothAdded = "The additions of two devices to one line both count"
  case lastWish = "The last of two devices that set a quantity counts"

  case totals = "An estimate adds up, is marked, and is replaced by the server's totals"
  case fulfillment = "The fulfillment determines the fees"
  case minimum = "A cart below the minimum shows the missing amount and cannot be ordered"
  case priceChanged =
    "A new price is shown beside the old one, and has to be accepted before ordering"
  case soldOut = "A sold-out item keeps its line, is marked, and prevents the order"

  case promoApplied = "The discount of a promo code is the sum of the discounts of the lines"
  case promoRefused = "A promo code without effect has a reason, and is no failed change"
  case promoGift = "A promo code adds a gift, which is removed with the code"
  case promoBad = "An empty promo code, one of white space and one of 10 KB are refused at once"

  case ordered = "An order is placed once, for the displayed cart, and the next cart is empty"
  case orderWaits =
    "An order is sent after all earlier changes, and the cart cannot be changed meanwhile"
  case orderSum = "An order for another sum than the server's is refused, and the cart stays"
  case orderEmpty = "An empty cart cannot be ordered"

  case cityChanged =
    "A change of the city abandons the cart at once, and its lines can be added again"
  case abandonedPerCity =
    "An abandoned cart stays until it is dismissed or ordered, one per city"
  case closedElsewhere =
    "A cart that the server has closed is abandoned, and its lines can be added again"

  case badQuantity = "A quantity of 0, below 0 or above the limit is refused"
  case badItem = "An item of another city, in another currency or out of range is refused"
  case unknownLine = "An unknown line cannot be changed"

  case endsWithoutRun =
    "Every call ends without run(): a change is pending as not running, and a refresh fetches"
  case endsWithoutCity =
    "Every call ends before a city is settled, and throws if it needs one"
  case endsCancelled =
    "Every call in a canceled task ends and changes nothing"
  case endsLate =
    "A refresh that is canceled while it waits throws"
  case decisionCancelled =
    "A decision in a canceled task changes nothing"
  case runEnds =
    "run() ends when it is canceled, whatever it waits for, and can be called again"

  /// The rules that hold without files: no process ends in them.
  public static let withoutFiles = allCases.filter {
    ![
      .restarted, .restored, .carried, .grouped, .halves, .inOrder, .cityChanged, .abandonedPerCity,
    ].contains($0)
  }

  /// Verifies this rule on a device without a cart.
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
