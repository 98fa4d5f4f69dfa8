/// Ids in ascending order.
///
/// Appending takes constant time, and so does removing near either end.
struct Line: Sendable, Equatable {
  private var items: [Int] = []
  private var head = 0

  var first: Int? { head < items.count ? items[head] : nil }
  var last: Int? { head < items.count ? items.last : nil }
  var ids: ArraySlice<Int> { items[head...] }

  /// Returns the ids that are greater than `id`.
  func suffix(after id: Int) -> ArraySlice<Int> { items[place(of: id + 1)...] }

  mutating func insert(_ id: Int) {
    guard let last, last >= id else { return items.append(id) }
    let place = place(of: id)
    if items[place] != id { items.insert(id, at: place) }
  }

  mutating func remove(_ id: Int) {
    let place = place(of: id)
    guard place < items.count, items[place] == id else { return }
    guard place - head <= (items.count - head) / 2 else {
      items.remove(at: place)
      return
    }
    // Most ids leave near the head, so the few ids before this one move instead of all after it.
    for index in stride(from: place, to: head, by: -1) { items[index] = items[index - 1] }
    head += 1
    if head > 32, head * 2 > items.count {
      items.removeFirst(head)
      head = 0
    }
  }

  /// Returns the first place whose id is at least `id`.
  private func place(of id: Int) -> Int {
    var (low, high) = (head, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

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
