import Testing

/// The output of the review app on one device, and the state that follows from it.
struct ReviewDiary {
  /// The name of the device.
  let device: String
  private(set) var isDone = false
  /// The reviews that were submitted and not rejected.
  private(set) var taken: Set<Int> = []
  /// The reviews that were returned to the user because the other device had rated the order first.
  private(set) var givenBack: Set<Int> = []
  /// The reviews that were rejected and submitted again.
  private(set) var refused: Set<Int> = []
  /// The photos that were left out of their reviews.
  private(set) var without: Set<String> = []
  /// The photos whose rejection was stored on the device.
  private(set) var dismissed: Set<String> = []
  private(set) var attached: Set<String> = []
  private(set) var asked: Set<Int> = []
  private var written: Set<Int> = []
  var kills = 0

  init(of device: String) {
    self.device = device
  }

  /// Starts the next phase.
  mutating func turnPage() {
    isDone = false
  }

  /// Processes a line of output and checks that no stored input is entered again.
  mutating func hear(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
    switch words.first {
    case "ASKED": #expect(asked.insert(number).inserted, "\(device) is asked twice: \(number)")
    case "WROTE": #expect(written.insert(number).inserted, "\(device) has lost words: \(number)")
    case "ATTACHED": #expect(attached.insert(words[1]).inserted, "a photo is lost: \(words[1])")
    case "TAKEN": #expect(taken.insert(number).inserted, "\(device) has lost a review: \(number)")
    case "REFUSED":
      taken.remove(number)
      refused.insert(number)
    case "WITHOUT": without.insert(words[1])
    case "DISMISSED": dismissed.insert(words[1])
    // After a withdrawal the device has no copy of photos that the server rejected or already
    // stored.
    case "LOST": #expect(refused.contains(number), "\(device) has lost a photo: \(number)")
    case "BACK":
      #expect(words.last == "\(number % 5 + 1) \(number) by \(device)", "not what was written")
      givenBack.insert(number)
    case "DONE": isDone = true
    case "WAITS": break
    default: Issue.record("\(device) says \(line)")
    }
  }

  /// Returns the names of an order's photos.
  func photos(of number: Int) -> [String] { (0..<number % 4).map { "\(device)-\(number)-\($0)" } }

  /// Returns whether this device rates an order.
  func rates(_ number: Int) -> Bool { number % 3 == 0 || (number % 3 == 1) == (device == "A") }
}
