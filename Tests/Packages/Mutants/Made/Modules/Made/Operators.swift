// One function for each kind of mutant.

enum Size: CaseIterable { case small, large }

actor Register {
  private var isLocked = false
  private(set) var entries: [Int] = []
  let capacity = 2

  private func lock() async { isLocked = true }

  func add(_ entry: Int) async -> Bool {
    await lock()
    defer { isLocked = false }
    guard entries.count < capacity else { return false }
    entries.append(entry)
    return isLocked
  }

  var isFree: Bool { !isLocked }
}

func size(_ count: Int) -> Size {
  if count > 10 { return .large }
  return .small
}

func isAdult(_ age: Int?) -> Bool { age ?? 0 >= 18 }

func difference(from start: Int, to end: Int) -> Int { end - start }

func range(_ start: Int, _ end: Int) -> Int { difference(from: start, to: end) }

func mayOrder(isOpen: Bool, isSignedIn: Bool) -> Bool { isOpen && isSignedIn }

func kind(_ number: Int) -> String {
  switch number {
  case 7: "lucky"
  case let other where other.isMultiple(of: 2): "even"
  default: "odd"
  }
}
