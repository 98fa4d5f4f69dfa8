public import Testing

/// The rules of order reviews, with files and in memory.
public enum OrderReviewsContract: String, CaseIterable, Sendable {
  case empty = "At first there is nothing, and nothing is asked before a city is settled"
  case form = "A form asks what goes with the fulfilment, and about the lines by their own names"
  case required = "Without the stars that the form requires nothing is submitted"
  case tags = "Tags follow stars: others are offered, and those chosen before go"
  case once = "A review is sent once, with its marks, its comment and its photos"
  case drafted = "A draft is there after a restart, without network, to the letter"
  case unknownKind = "A subject of a kind that this release does not know is rated like any other"

  case prompted = "The newest order is asked about, once, also after a restart"
  case onePrompt = "One order at most is asked about in a life of the app"
  case skipped = "A no is remembered over restarts, and the order can be opened by hand"
  case reasons = "Why an order is not asked about is told, for every reason"
  case promptElsewhere = "An order that was rated on another device is passed over"
  case windowPassed = "A window ends by the server's time and the time lived through since"

  case offline = "Without network a review waits, says why, and is sent when the network is back"
  case restarted = "A review that was not sent is sent once after a restart"
  case answerLost = "A review whose answer was lost counts once"
  case unwell = "A review meets a server that is down and is sent when it is up"
  case hostileChange =
    "A review that is answered by anything but the service is sent again, and counts once"
  case hostileRead = "A form that is answered by anything but the service can be asked for again"
  case taken = "A review that was never sent can be taken back, changed and submitted again"
  case notTaken = "A review that the server may have cannot be taken back"

  case photosFirst = "Photos are at the server before their review, and leave the device after that"
  case photoRemoved = "A photo that was taken out of a draft is not sent, and its file goes"
  case photoRestarted = "Photos that wait are there after a restart and are sent once"
  case photoRefused = "A review goes without a photo that the server refuses, and the user is told"
  case badPhotos = "No bytes, 50 MB and what is no JPEG are no photos, and say what to do"
  case photoLimits = "There are as many photos as the form takes, and no more than are kept at all"

  case elsewhere =
    "Of two devices that submit, one counts, and the other gives back what was written"
  case windowOver = "A review that comes too late leaves the queue with all that was written"
  case foreign = "An order of somebody else cannot be rated"
  case refused = "A review that the server refuses can be taken back and changed, or given up"
  case twice = "A review cannot be submitted twice"

  case longComment = "Too long a comment is kept and not sent, and says by how much"
  case control = "A comment with control characters is kept and not sent"
  case badMarks = "Stars, subjects and tags that the form does not have are refused at once"
  case badForms = "A form that contradicts itself is an error, and no draft"
  case badOrders = "An id that would lead elsewhere is no order's"

  case endsWithoutRun =
    "Without run() every call ends, and a review that waits says that nothing runs"
  case endsWithoutCity =
    "Before a city is settled every call ends, and says so where it needs one"
  case endsCancelled = "In a canceled task every call ends, says so, and changes nothing"
  case endsLate =
    "A form that is cancelled while it is asked for says so"
  case runEnds =
    "run() ends when it is cancelled, whatever it waits for, and can be called again"

  /// Verifies this rule on a device without stored reviews.
  public func verify(on device: ReviewDevice) async throws {
    switch self {
    case .empty: try await empty(device)
    case .form: try await form(device)
    case .required: try await required(device)
    case .tags: try await tags(device)
    case .once: try await once(device)
    case .drafted: try await drafted(device)
    case .unknownKind: try await unknownKind(device)
    case .prompted: try await prompted(device)
    case .onePrompt: try await onePrompt(device)
    case .skipped: try await skipped(device)
    case .reasons: try await reasons(device)
    case .promptElsewhere: try await promptElsewhere(device)
    case .windowPassed: try await windowPassed(device)
    case .offline: try await offline(device)
    case .restarted: try await restarted(device)
    case .answerLost: try await answerLost(device)
    case .unwell: try await unwell(device)
    case .hostileChange: try await hostileChange(device)
    case .hostileRead: try await hostileRead(device)
    case .taken: try await taken(device)
    case .notTaken: try await notTaken(device)
    case .photosFirst: try await photosFirst(device)
    case .photoRemoved: try await photoRemoved(device)
    case .photoRestarted: try await photoRestarted(device)
    case .photoRefused: try await photoRefused(device)
    case .badPhotos: try await badPhotos(device)
    case .photoLimits: try await photoLimits(device)
    case .elsewhere: try await elsewhere(device)
    case .windowOver: try await windowOver(device)
    case .foreign: try await foreign(device)
    case .refused: try await refused(device)
    case .twice: try await twice(device)
    case .longComment: try await longComment(device)
    case .control: try await control(device)
    case .badMarks: try await badMarks(device)
    case .badForms: try await badForms(device)
    case .badOrders: try await badOrders(device)
    case .endsWithoutRun: try await endsWithoutRun(device)
    case .endsWithoutCity: try await endsWithoutCity(device)
    case .endsCancelled: try await endsCancelled(device)
    case .endsLate: try await endsLate(device)
    case .runEnds: try await runEnds(device)
    }
  }
}

extension OrderReviewsContract {
  /// The rules of reviews in memory: those without a second launch or a check of files.
  public static let inMemory = allCases.filter { rule in
    switch rule {
    case .once, .drafted, .prompted, .skipped, .restarted, .taken, .notTaken, .photosFirst,
      .photoRemoved, .photoRestarted, .photoRefused, .badPhotos, .photoLimits, .elsewhere,
      .longComment:
      false
    default: true
    }
  }
}

extension OrderReviewsContract: CustomTestStringConvertible {
  /// The text of the rule.
  public var testDescription: String { rawValue }
}
