/// What the user enters in one launch: a value, or changes of a collection.
///
/// Of three elements each write leaves one as it is, changes one, removes one, and adds another.
struct Write: Sendable {
  let number: Int

  /// More than the longest path adds.
  static let elements = 1...16

  var saved: [Int] { number == 1 ? [1, 2, 3] : [number + 1, number + 2] }
  var removed: [Int] { number == 1 ? [] : [number - 1] }
}
