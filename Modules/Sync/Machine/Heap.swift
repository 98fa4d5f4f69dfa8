/// Ids with a key each, the smallest key first.
///
/// An id whose key no longer holds stays here; the caller skips it when it comes out.
struct Heap<Key: Comparable & Sendable>: Sendable {
  private var items: [(key: Key, id: Int)] = []

  var first: (key: Key, id: Int)? { items.first }

  mutating func push(_ key: Key, _ id: Int) {
    items.append((key, id))
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
    (items[first].key, items[first].id) < (items[second].key, items[second].id)
  }
}
