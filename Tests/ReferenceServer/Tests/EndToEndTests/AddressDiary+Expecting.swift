extension AddressDiary {
  /// The addresses that are the user's on this device alone.
  static let own = 0..<12
  /// Those that another device edits and removes.
  static let shared = 12..<16

  /// One tap that has changed something, or may have.
  private struct Tap {
    enum Kind {
      case write, use, prefer, remove
    }

    let number: Int
    /// Whether it is known to have been taken.
    let isSure: Bool

    var slot: Int { number % 20 }

    var kind: Kind {
      switch number % 7 {
      case 4: .use
      case 5 where AddressDiary.own.contains(slot): .prefer
      case 6: .remove
      default: .write
      }
    }
  }

  private var taps: [Tap] {
    Set(taken.keys).union(unsure).sorted().map { Tap(number: $0, isSure: !unsure.contains($0)) }
  }

  /// The taps of which one was the last to say what an address says; `nil` is that it is gone.
  func contents(of slot: Int) -> Set<Int?> {
    var contents: Set<Int?> = [nil]
    for tap in taps where tap.slot == slot && (tap.kind == .write || tap.kind == .remove) {
      let content = tap.kind == .write ? tap.number : nil
      contents = tap.isSure ? [content] : contents.union([content])
    }
    return contents
  }

  /// The last use of an address, when it is known which one that was.
  func lastUse(of slot: Int) -> Int? {
    let last = taps.last { $0.slot == slot && ($0.kind == .use || $0.kind == .remove) }
    return last.flatMap { $0.isSure && $0.kind == .use ? $0.number : nil }
  }

  /// The address that was made the default last, when it is known which one that was.
  var preferred: Int? {
    guard let last = taps.last(where: { $0.kind == .prefer }), last.isSure else { return nil }
    let isRemoved = taps.contains {
      $0.slot == last.slot && $0.kind == .remove && $0.number > last.number
    }
    return isRemoved ? nil : last.slot
  }

  /// The names that an address has had on the device, each from when it was made until it was removed.
  func names(of slot: Int) -> [Set<String>] {
    var names: [Set<String>] = [[]]
    for tap in taps where tap.slot == slot {
      if let id = taken[tap.number] { names[names.count - 1].insert(id) }
      if tap.kind == .remove { names.append([]) }
    }
    return names
  }
}
