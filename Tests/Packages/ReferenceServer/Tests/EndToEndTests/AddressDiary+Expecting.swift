extension AddressDiary {
  /// The addresses that only this device changes.
  static let own = 0..<12
  /// The addresses that another device edits and removes.
  static let shared = 12..<16

  /// A tap that has changed an address, or may have.
  private struct Tap {
    enum Kind {
      case write, use, prefer, remove
    }

    let number: Int
    /// Whether the app has confirmed the tap.
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

  /// Returns the taps that may have determined an address's content; `nil` stands for a removal.
  func contents(of slot: Int) -> Set<Int?> {
    var contents: Set<Int?> = [nil]
    for tap in taps where tap.slot == slot && (tap.kind == .write || tap.kind == .remove) {
      let content = tap.kind == .write ? tap.number : nil
      contents = tap.isSure ? [content] : contents.union([content])
    }
    return contents
  }

  /// Returns the tap that used an address last; `nil` if that is uncertain.
  func lastUse(of slot: Int) -> Int? {
    let last = taps.last { $0.slot == slot && ($0.kind == .use || $0.kind == .remove) }
    return last.flatMap { $0.isSure && $0.kind == .use ? $0.number : nil }
  }

  /// The address that was made the default last; `nil` if that is uncertain or the address was
  /// removed.
  var preferred: Int? {
    guard let last = taps.last(where: { $0.kind == .prefer }), last.isSure else { return nil }
    let isRemoved = taps.contains {
      $0.slot == last.slot && $0.kind == .remove && $0.number > last.number
    }
    return isRemoved ? nil : last.slot
  }

  /// Returns the IDs of an address on the device, one set for the time up to each removal.
  func names(of slot: Int) -> [Set<String>] {
    var names: [Set<String>] = [[]]
    for tap in taps where tap.slot == slot {
      if let id = taken[tap.number] { names[names.count - 1].insert(id) }
      if tap.kind == .remove { names.append([]) }
    }
    return names
  }
}
