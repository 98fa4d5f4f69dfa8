import Testing

/// What a device has said while it rated orders, and so what has to be so.
struct ReviewDiary {
  /// The device.
  let device: String
  private(set) var isDone = false
  /// The reviews that were submitted and not taken back.
  private(set) var taken: Set<Int> = []
  /// The reviews that were given back because the other device was faster.
  private(set) var givenBack: Set<Int> = []
  /// The reviews that were refused and submitted again.
  private(set) var refused: Set<Int> = []
  /// The photos that a review went without.
  private(set) var without: Set<String> = []
  private(set) var attached: Set<String> = []
  private(set) var asked: Set<Int> = []
  private var written: Set<Int> = []
  var kills = 0

  init(of device: String) {
    self.device = device
  }

  /// Begins another stretch.
  mutating func turnPage() {
    isDone = false
  }

  /// Takes a line; what was kept once is never done again.
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
    // What the server refused or has already is nowhere else once its review is taken back.
    case "LOST": #expect(refused.contains(number), "\(device) has lost a photo: \(number)")
    case "BACK":
      #expect(words.last == "\(number % 5 + 1) \(number) by \(device)", "not what was written")
      givenBack.insert(number)
    case "DONE": isDone = true
    case "WAITS": break
    default: Issue.record("\(device) says \(line)")
    }
  }

  /// What the photos of an order show.
  func photos(of number: Int) -> [String] { (0..<number % 4).map { "\(device)-\(number)-\($0)" } }

  /// Whether this device rates an order.
  func rates(_ number: Int) -> Bool { number % 3 == 0 || (number % 3 == 1) == (device == "A") }
}
