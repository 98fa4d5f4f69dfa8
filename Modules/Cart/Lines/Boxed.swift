/// A value that is copied by reference: lists of hundreds are shown anew with each tap, and to copy each
/// text in them would take longer than everything else.
struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value { box.value }

  static func == (first: Self, second: Self) -> Bool {
    first.box === second.box || first.box.value == second.box.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
