/// What the user enters in one launch: a value, or changes of a collection.
///
/// Of four elements each write changes the first, removes one, and adds another at the end, which
/// the next write leaves as it is.
struct Write: Sendable {
  let number: Int

  /// More than the longest path adds.
  static let elements = 1...16

  /// Of the first write there are golden files: it stays as it is.
  var saved: [Int] { number == 1 ? [1, 2, 3, 4] : [1, number + 3] }
  var removed: [Int] { number == 1 ? [] : [number] }
}
