/// Ids with a key each, the smallest key first, and among equal ones the id that was added first.
///
/// So a change that cannot be sent, and is added again after each attempt, lets the others go first. An id
/// whose key no longer holds stays here; the caller skips it when it comes out.
struct Heap<Key: Comparable & Sendable>: Sendable {
  private var items: [(key: Key, number: Int, id: Int)] = []
  private var pushes = 0

  var first: (key: Key, id: Int)? { items.first.map { ($0.key, $0.id) } }

  mutating func push(_ key: Key, _ id: Int) {
    pushes += 1
    items.append((key, pushes, id))
    var child = items.count - 1
    while child > 0, isBefore(child, (child - 1) / 2) {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> Int? {
    guard let last = items.popLast() else { return nil }
    guard let top = items.first else { return last.id }
    items[0] = last
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < items.count }
      guard let least = children.min(by: isBefore), isBefore(least, parent) else { return top.id }
      items.swapAt(parent, least)
      parent = least
    }
  }

  private func isBefore(_ first: Int, _ second: Int) -> Bool {
    (items[first].key, items[first].number) < (items[second].key, items[second].number)
  }
}
