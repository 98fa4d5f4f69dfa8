/// What was found out about types, asked for by every value and answered once per type.
///
/// A `Dictionary` would do; its hashing costs as much as coding a small value.
struct CBORTypeTable<Answer> {
  private var slots: [(type: ObjectIdentifier, answer: Answer)?] = Array(repeating: nil, count: 64)
  private var count = 0

  mutating func answer(for type: Any.Type, otherwise find: () -> Answer) -> Answer {
    let wanted = ObjectIdentifier(type)
    var index = slot(of: wanted)
    while let found = slots[index] {
      if found.type == wanted { return found.answer }
      index = (index + 1) & (slots.count - 1)
    }
    let answer = find()
    insert(wanted, answer)
    return answer
  }

  private mutating func insert(_ type: ObjectIdentifier, _ answer: Answer) {
    if count >= slots.count / 2 {
      let old = slots
      slots = Array(repeating: nil, count: old.count * 2)
      count = 0
      for case let entry? in old { insert(entry.type, entry.answer) }
    }
    var index = slot(of: type)
    while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
    slots[index] = (type, answer)
    count += 1
  }

  /// Addresses of types differ in their middle bits; the multiplication spreads them.
  private func slot(of type: ObjectIdentifier) -> Int {
    let spread = UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: spread >> 32) & (slots.count - 1)
  }
}
